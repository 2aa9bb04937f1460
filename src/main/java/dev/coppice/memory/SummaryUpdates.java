package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
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
 * Brings running summaries up to date: of the one before and the messages since, or anew where what it stands for is no more
 * the session's path, or was changed. The model works outside of any transaction; who appends meanwhile does not notice.
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
    private Settings settings;

    /**
     * The summary, up to date; as it is when there is nothing new, or less than so many messages. Nothing is stored with 409
     * {@code busy}, when another one is at it or the messages went meanwhile, and with 502 {@code summarizer-failed}.
     *
     * @param every new messages that there must be
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
        var agent = agents.of(task.tenant(), task.agent());
        var spec = agent.summary() == null ? SummarySpec.DEFAULT : agent.summary();
        var unseen = new NewMessages(
                histories, name, task.leaf().id(), settings.profile().summaryMaxInputTokens());
        boolean goesOn = task.previous() != null && (unseen.isOnPath(task.lastId()) || !isThere(name, task.lastId()));
        var request = new SummaryRequest(
                name,
                messages(unseen, goesOn ? task.lastId() : null),
                goesOn ? task.previous() : null,
                spec.tokens(),
                agent.modelFor(task.model()));
        return summarizers.summarize(MODEL, request);
    }

    /** A message that is neither on the path nor anywhere else was let go by retention: what is known of it stays. */
    private boolean isThere(SessionName name, String id) {
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

    private static List<byte[]> messages(NewMessages unseen, String behind) {
        try {
            return behind == null ? unseen.all() : unseen.behind(behind);
        } catch (Problem e) {
            // The caller has named none of the messages.
            throw e.code() == Code.MESSAGE_NOT_FOUND
                    ? new Problem(Code.BUSY, "The messages have been changed meanwhile.")
                    : e;
        }
    }
}
