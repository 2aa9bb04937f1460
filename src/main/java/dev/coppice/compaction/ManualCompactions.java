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

/** Stores compactions with summaries that a client, or Java code in the same server, has written itself. */
@Stateless
public class ManualCompactions {
    @Inject
    private Overlays overlays;

    @Inject
    private Histories histories;

    /**
     * Stores a compaction and returns it. From then on, histories contain the summary in place of the messages from one
     * id to another. Throws 404 {@code session-not-found} if the session does not exist, 404 {@code message-not-found}
     * if one of the messages does not exist, 422 {@code invalid-range} if they are not in order on one path or the
     * summary would separate a tool call from its result, 422 {@code invalid} if the summary is blank, 413
     * {@code too-large} if it has more than {@code coppice.compaction.summary-max-length} characters, 409
     * {@code session-ended} if the session has ended, 409 {@code compaction-conflict} if a message of the range was
     * changed meanwhile.
     *
     * @param from id of the first message to replace, inclusive, or of an earlier summary
     * @param to id of the last message to replace, inclusive, or of an earlier summary
     * @param summary text of the summary
     */
    public Compaction add(SessionName name, String from, String to, String summary) {
        return add(name, CompactionRange.of(from, to), summary);
    }

    /**
     * Stores a compaction and returns it. From then on, histories contain the summary in place of a range of messages.
     * Throws 409 {@code compaction-conflict} if the range has an expected version and its messages have changed since,
     * and the errors of {@link #add(SessionName, String, String, String)}.
     */
    public Compaction add(SessionName name, CompactionRange range, String summary) {
        return overlays.add(name, draft(name, range), summary);
    }

    /**
     * Describes the range of messages that a client wants to replace, as it is now. Throws 404
     * {@code session-not-found} if the session does not exist, 422 {@code invalid-range} if the messages are not in
     * order on one path or the summary would separate a tool call from its result, 409 {@code compaction-conflict} if
     * messages were changed while they were read or since the range had its expected version. If one of the messages
     * does not exist and the range has an expected version, throws 409 {@code compaction-conflict}, because the message
     * existed when the compaction was planned. Without an expected version, throws 404 {@code message-not-found} in
     * this case.
     *
     * <p>Reads the tool calls of the whole path, which may take seconds. So it takes no lock and does not enter the
     * session's queue of writers.
     */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public CompactionDraft draft(SessionName name, CompactionRange range) {
        var draft = expectedDraft(name, range);
        if (draft.lastId() == null) {
            return draft;
        }
        var history = historyWithRest(name, draft);
        // Looks up the draft's last id and not {@code to}, because a message named by the caller may be deleted under
        // an earlier summary.
        int last = history.indexOf(draft.lastId());
        CutPoint.firstSplitPair(history.items(), last - draft.messages() + 1, last)
                .ifPresent(pair -> {
                    throw new Problem(
                            Code.INVALID_RANGE,
                            "The summary would separate call " + pair.callId() + " in "
                                    + history.messages().get(pair.call()).id() + " from its result in "
                                    + history.messages().get(pair.result()).id() + "; move an end of the range.");
                });
        return draft;
    }

    private CompactionDraft expectedDraft(SessionName name, CompactionRange range) {
        var expected = range.expectedVersion();
        CompactionDraft draft;
        try {
            draft = overlays.draft(name, range.from(), range.to(), range.extend());
        } catch (Problem e) {
            throw expected != null && e.code() == Code.MESSAGE_NOT_FOUND ? CompactionPlans.changedMeanwhile() : e;
        }
        if (expected != null && !expected.equals(draft.rangeVersion())) {
            throw CompactionPlans.changedMeanwhile();
        }
        return draft;
    }

    /**
     * Returns the original messages of a path that contains the draft's range. The path continues after the range,
     * because later messages may contain results of the range's tool calls. Throws 409 {@code compaction-conflict} if
     * the path does not contain the whole range any more.
     */
    private VisibleHistory historyWithRest(SessionName name, CompactionDraft draft) {
        VisibleHistory history = null;
        try {
            history = VisibleHistory.raw(histories, name, draft.belowId(), TokenCounter.ESTIMATE);
        } catch (Problem e) {
            if (e.code() != Code.MESSAGE_NOT_FOUND) {
                throw e;
            }
        }
        if (history == null || history.indexOf(draft.lastId()) < draft.messages() - 1) {
            throw CompactionPlans.changedMeanwhile();
        }
        return history;
    }
}
