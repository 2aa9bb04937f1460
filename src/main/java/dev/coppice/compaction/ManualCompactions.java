package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.TokenCounter;
import dev.coppice.message.Compaction;
import dev.coppice.message.CompactionDraft;
import dev.coppice.message.Histories;
import dev.coppice.message.Overlays;
import dev.coppice.session.SessionName;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Compactions whose summary somebody else has written. */
@Stateless
public class ManualCompactions {
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
    public CompactionDraft draft(SessionName name, String from, String to) {
        var draft = overlays.draft(name, from, to);
        if (draft.lastId() == null) {
            return draft;
        }
        var history = below(name, draft);
        // The ends may have been deleted since an older summary was laid over them.
        int last = history.find(draft.lastId());
        CutPoint.separates(history.items(), last - draft.messages() + 1, last).ifPresent(pair -> {
            throw new Problem(
                    Code.INVALID_RANGE,
                    "The call " + pair.callId() + " of "
                            + history.messages().get(pair.call()).id() + " would be parted from its result in "
                            + history.messages().get(pair.result()).id() + ".");
        });
        return draft;
    }

    /** What comes behind the range counts too: there may be the result of a call in it. */
    private VisibleHistory below(SessionName name, CompactionDraft draft) {
        VisibleHistory history = null;
        try {
            history = VisibleHistory.raw(histories, name, draft.belowId(), TokenCounter.ESTIMATE);
        } catch (Problem e) {
            if (e.code() != Code.MESSAGE_NOT_FOUND) {
                throw e;
            }
        }
        if (history == null || history.find(draft.lastId()) < draft.messages() - 1) {
            throw Compactor.changedMeanwhile();
        }
        return history;
    }
}
