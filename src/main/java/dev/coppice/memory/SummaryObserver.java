package dev.coppice.memory;

import dev.coppice.message.MessageEvent.HistoryCleared;
import dev.coppice.message.MessagesStored;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionDeleting;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

/**
 * Keeps running summaries consistent with their messages: counts the requests that update or delete messages that a
 * summary may cover, and removes the summary of a session that is cleared or deleted. New messages are not its task;
 * see {@link AutomaticMemory}. Each method runs in the transaction of the change. This class is a CDI bean and not an
 * EJB, because every append calls it, nearly always without effect, and calls of an EJB cost more. Thread-safe.
 */
@ApplicationScoped
public class SummaryObserver {
    @Inject
    private SessionSummaries summaries;

    /**
     * Counts the request if it has updated or deleted messages that the session's summary may cover. New messages do
     * not count.
     */
    void changed(@Observes MessagesStored stored) {
        stored.changes().stream()
                .filter(change -> change.how() != MessagesStored.How.NEW)
                .mapToInt(change -> change.position().depth())
                .min()
                .ifPresent(depth -> summaries.countChange(stored.session(), depth));
    }

    /** Removes the summary of a session if the change has cleared the session. Ignores other changes. */
    void cleared(@Observes SessionChange change) {
        if (change.events().stream().anyMatch(HistoryCleared.class::isInstance)) {
            summaries.remove(change.session());
        }
    }

    /** Removes the summary of a deleted session. */
    void deleting(@Observes SessionDeleting deleting) {
        summaries.remove(deleting.session());
    }
}
