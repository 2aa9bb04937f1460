package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.Agents;
import dev.coppice.agent.SummarySpec;
import dev.coppice.compaction.Summarizers;
import dev.coppice.compaction.SummaryRequest;
import dev.coppice.message.Entries;
import dev.coppice.message.Histories;
import dev.coppice.session.SessionName;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Updates the running summaries of sessions. A new summary is written from the previous one and the messages after it.
 * If the previous summary covers another path, or if its messages were changed, the summary is written from the whole
 * path. If the messages have more than {@code coppice.summary.max-input-tokens}, only the newest are used. The model is
 * called outside of any transaction, so appends do not wait.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class SummaryUpdates {
    private static final String MODEL = "llm";

    @Inject
    private SessionSummaries summaries;

    @Inject
    private Agents agents;

    @Inject
    private Histories histories;

    @Inject
    private Entries entries;

    @Inject
    private Summarizers summarizers;

    @Inject
    private MemorySettings settings;

    /**
     * Updates a summary if an update is due, and returns the current summary. In case of an error nothing is stored.
     * Throws 404 {@code session-not-found} if the session does not exist, 409 {@code busy} if another update is running
     * or if the session was cleared or its messages were deleted meanwhile, 429 {@code rate-limited} if the tenant has
     * used up its quota of model calls, 502 {@code summarizer-failed} if the model failed or its summary is too long,
     * 503 {@code unavailable} if the server stops meanwhile.
     *
     * @param every number of new messages after which an update is due; 0 for any change
     */
    public SummaryInfo update(SessionName name, int every) {
        var due = summaries.begin(name, every);
        if (due.isEmpty()) {
            return summaries.get(name);
        }
        var task = due.get();
        try {
            return summaries.store(name, task, summary(name, task));
        } catch (RuntimeException e) {
            summaries.end(task);
            throw e;
        }
    }

    private String summary(SessionName name, SummaryTask task) {
        var agent = agents.specOf(task.tenant(), task.agent());
        var spec = agent.summary() == null ? SummarySpec.DEFAULT : agent.summary();
        var newMessages = new NewMessages(histories, name, task.leaf().id(), settings.summaryMaxInputTokens());
        boolean continues =
                task.previous() != null && (newMessages.isOnPath(task.lastId()) || !exists(name, task.lastId()));
        var request = new SummaryRequest(
                name,
                messages(newMessages, continues ? task.lastId() : null),
                continues ? task.previous() : null,
                spec.tokens(),
                agent.modelFor(task.model()));
        return summarizers.summarize(MODEL, request);
    }

    /**
     * True if the session still has the last message that the previous summary covers. If the session has removed this
     * message because of its limit {@code maxMessages}, returns false; the previous summary can still be continued.
     *
     * @param id id of that message
     */
    private boolean exists(SessionName name, String id) {
        try {
            entries.get(name, id);
            return true;
        } catch (Problem e) {
            if (e.code() == Code.MESSAGE_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private static List<byte[]> messages(NewMessages newMessages, String after) {
        try {
            return after == null ? newMessages.all() : newMessages.after(after);
        } catch (Problem e) {
            // Replaces the 404, because the caller has not named the message.
            throw e.code() == Code.MESSAGE_NOT_FOUND
                    ? new Problem(Code.IN_PROGRESS, "The messages were changed during the update; retry.")
                    : e;
        }
    }
}
