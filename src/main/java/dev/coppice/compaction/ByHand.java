package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.message.Compaction;
import dev.coppice.message.Draft;
import dev.coppice.message.Histories;
import dev.coppice.message.Overlays;
import dev.coppice.message.TokenCounter;
import dev.coppice.session.SessionName;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Optional;

/** Compactions whose summary somebody else has written. */
@Stateless
public class ByHand {
    @Inject
    private Overlays overlays;

    @Inject
    private Histories histories;

    /**
     * Lays a summary over the messages from one to another, both included; an older summary may be named too. Refused as
     * {@link #draft} says; 409 {@code compaction-conflict} when the messages are changed meanwhile.
     */
    public Compaction add(SessionName name, String from, String to, String summary) {
        return overlays.add(name, draft(name, from, to), summary);
    }

    /**
     * What a summary from one message to another would stand for. 404 {@code message-not-found}; 422 {@code invalid-range}
     * when they are not in order on one path, or a call of a tool would be parted from its result. Looks at the calls of the
     * whole path, which may take seconds: no writer should have to wait for that, so it wants no lock and no place in the
     * session's queue.
     */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public Draft draft(SessionName name, String from, String to) {
        var draft = overlays.draft(name, from, to);
        if (draft.lastId() == null) {
            return draft;
        }
        // What comes behind the range counts too: there may be the result of a call in it.
        separated(VisibleHistory.raw(histories, name, null, TokenCounter.ESTIMATE), draft)
                .or(() -> separated(VisibleHistory.raw(histories, name, draft.lastId(), TokenCounter.ESTIMATE), draft))
                .filter(reason -> !reason.isEmpty())
                .ifPresent(reason -> {
                    throw new Problem(Code.INVALID_RANGE, reason);
                });
        return draft;
    }

    /** What is parted by a draft: empty text for nothing, no value when the draft is not on the path. */
    private static Optional<String> separated(VisibleHistory history, Draft draft) {
        // The ends may have been deleted since an older summary was laid over them.
        int to = history.find(draft.lastId());
        int from = to - draft.messages() + 1;
        if (to < 0 || from < 0) {
            return Optional.empty();
        }
        return Optional.of(CutPoint.separates(history.items(), from, to)
                .map(pair -> "The call " + pair.callId() + " of "
                        + history.messages().get(pair.call()).id()
                        + " would be parted from its result in "
                        + history.messages().get(pair.result()).id() + ".")
                .orElse(""));
    }
}
