package dev.coppice.eventlog;

import dev.coppice.session.SessionChange;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the changes of a transaction in their order. After the commit, {@link Announcer} delivers their events in
 * the same order. It is a CDI bean and not an EJB, because every write of a session calls it and calls of an EJB cost
 * more. Thread-safe.
 */
@ApplicationScoped
public class ChangeCollector {
    /**
     * CDI event that is fired once per transaction that changes sessions, and observed after the commit.
     *
     * @param changes the changes of the transaction in their order; the list grows until the transaction ends
     */
    public record TransactionChanges(List<SessionChange> changes) {}

    @Inject
    private Event<TransactionChanges> transactionEnds;

    @Resource
    private TransactionSynchronizationRegistry transaction;

    /**
     * Adds a change to the changes of the current transaction. If there is no transaction, delivers the events of the
     * change immediately.
     */
    public void collect(@Observes SessionChange change) {
        boolean inTransaction = transaction.getTransactionKey() != null;
        if (inTransaction
                && transaction.getResource(TransactionChanges.class) instanceof TransactionChanges collected) {
            collected.changes().add(change);
            return;
        }
        var collected = new TransactionChanges(new ArrayList<>(List.of(change)));
        if (inTransaction) {
            transaction.putResource(TransactionChanges.class, collected);
        }
        transactionEnds.fire(collected);
    }
}
