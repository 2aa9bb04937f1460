package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.eventlog.EventLog;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Events of one transaction get positions in their order, whenever the transaction commits. */
class EventOrderIT extends InsideTest {
    /** Number of a session that does not exist. */
    private static final long SESSION = -7;

    @Inject
    private EventLog log;

    @Resource
    private ManagedExecutorService executor;

    @Resource
    private ManagedThreadFactory threads;

    private static void on(ExecutorService thread, Callable<Object> step) throws Exception {
        thread.submit(step).get();
    }

    /** Writes an event into the transaction of this thread. */
    private Object insert() {
        return em.createNativeQuery(
                        """
                        insert into event_log (tenant_id, namespace_id, session_pk, type, data, created_at)
                        values (1, 1, :session, 'MessageAppended', X'7b7d', 1)""")
                .setParameter("session", SESSION)
                .executeUpdate();
    }

    private Object insertAndCommit() throws Exception {
        transaction.begin();
        insert();
        transaction.commit();
        return null;
    }

    @SuppressWarnings("unchecked")
    private List<Object> idsInOrderOf(String column) {
        return em.createNativeQuery("select id from event_log where session_pk = :session and position is not null"
                        + " order by " + column)
                .setParameter("session", SESSION)
                .getResultList();
    }

    /** The transaction has events below and among those that were committed when the batch was chosen. */
    @Test
    void transactionThatCommitsWhilePositionsAreAssignedKeepsItsOrder() throws Exception {
        var late = Executors.newSingleThreadExecutor(threads);
        transaction.begin();
        try {
            // No other thread assigns positions until the end of this transaction.
            number("select last_position from event_sequence where id = 1 for update");
            on(late, () -> {
                transaction.begin();
                return insert();
            });
            on(executor, this::insertAndCommit);
            on(late, this::insert);
            on(executor, this::insertAndCommit);
            var seen = log.state();
            on(late, () -> {
                transaction.commit();
                return null;
            });
            log.assignPositions(seen);
            assertEquals(4, idsInOrderOf("id").size());
            assertEquals(idsInOrderOf("id"), idsInOrderOf("position"));
        } finally {
            em.createNativeQuery("delete from event_log where session_pk = :session")
                    .setParameter("session", SESSION)
                    .executeUpdate();
            transaction.commit();
            late.shutdown();
        }
    }
}
