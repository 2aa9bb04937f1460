package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.HashMap;
import java.util.Map;

/**
 * Removes old events from the beginning of the log. Events that the search index of any node has not processed yet are
 * kept. A node that has published no position for {@code coppice.events.node-absence} is ignored; it rebuilds its index
 * when it is back.
 */
@Stateless
public class LogTrim {
    /** Maximum number of events removed in one transaction, which takes about ten milliseconds. */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private EventLogSettings settings;

    /**
     * Stores the position of the last event in a node's index, so that other nodes can read it.
     *
     * @param node name of the node's index
     */
    public void publishIndexPosition(String node, long position) {
        var existing = em.find(IndexCheckpoint.class, node, LockModeType.PESSIMISTIC_WRITE);
        var checkpoint = existing == null ? new IndexCheckpoint(node) : existing;
        checkpoint.publish(position);
        em.persist(checkpoint);
    }

    /** True if the first event of the log is older than {@code coppice.events.keep}. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean isDue() {
        var oldest = em.createNativeQuery(
                        "select created_at from event_log where position > 0 order by position", Long.class)
                .setMaxResults(1)
                .getResultList();
        return !oldest.isEmpty() && ((Number) oldest.get(0)).longValue() < cutoff();
    }

    private long cutoff() {
        return DatabaseClock.now() - settings.keep().toMillis();
    }

    /**
     * Removes one batch of events. Only one node at a time trims: it locks the row of {@link EventTrim}. The new trim
     * position is committed together with the removal, so a reader can always find out whether it has read all events.
     *
     * @return true if more events may be due
     */
    public boolean trimStep() {
        var trim = em.find(EventTrim.class, EventTrim.ONLY, LockModeType.PESSIMISTIC_WRITE);
        long from = trim.trimmedPosition();
        long last = lastTrimmable(from, slowestIndex());
        if (last <= from) {
            return false;
        }
        recordSessionTrims(from, last);
        int deleted = em.createNativeQuery("delete from event_log where position > :from and position <= :last")
                .setParameter("from", from)
                .setParameter("last", last)
                .executeUpdate();
        trim.advance(last);
        return deleted == BATCH;
    }

    /**
     * Records, for each session with events in a range of positions, the position of the last one. A subscriber of a
     * session can resume at any position from that one on, even if later events of other sessions were trimmed.
     *
     * @param from position before the range
     * @param last last position of the range
     */
    private void recordSessionTrims(long from, long last) {
        var ends = lastPositions(from, last);
        if (ends.isEmpty()) {
            return; // purged meanwhile as events of deleted sessions
        }
        em.createQuery("delete from SessionTrim t where t.session in :sessions")
                .setParameter("sessions", ends.keySet())
                .executeUpdate();
        em.createQuery("select s.id from Session s where s.id in :sessions", Long.class)
                .setParameter("sessions", ends.keySet())
                .getResultList()
                .forEach(session -> em.persist(new SessionTrim(session, ends.get(session))));
    }

    private Map<Long, Long> lastPositions(long from, long last) {
        var ends = new HashMap<Long, Long>();
        var rows = em.createNativeQuery(
                        """
                        select session_pk, max(position) from event_log
                        where position > :from and position <= :last group by session_pk""",
                        Object[].class)
                .setParameter("from", from)
                .setParameter("last", last)
                .getResultList();
        for (var row : rows) {
            var columns = (Object[]) row;
            ends.put(((Number) columns[0]).longValue(), ((Number) columns[1]).longValue());
        }
        return ends;
    }

    /**
     * Returns the position of the last event that the next batch may trim: all events up to it are old enough and
     * indexed on all nodes. Returns {@code from} if there is no such event.
     *
     * @param from position up to which events are trimmed already
     * @param indexed lowest position of all indexes
     */
    private long lastTrimmable(long from, long indexed) {
        var rows = em.createNativeQuery(
                        """
                        select position, created_at from event_log
                        where position > :from and position <= :indexed order by position""",
                        Object[].class)
                .setParameter("from", from)
                .setParameter("indexed", indexed)
                .setMaxResults(BATCH)
                .getResultList();
        long cutoff = cutoff();
        long last = from;
        for (var row : rows) {
            var columns = (Object[]) row;
            if (((Number) columns[1]).longValue() >= cutoff) {
                break;
            }
            last = ((Number) columns[0]).longValue();
        }
        return last;
    }

    /**
     * Returns the lowest log position of the indexes of all nodes that are not absent; 0 if there is none. Deletes the
     * checkpoints of absent nodes.
     */
    private long slowestIndex() {
        em.createQuery("delete from IndexCheckpoint c where c.seenAt < :oldest")
                .setParameter(
                        "oldest", DatabaseClock.now() - settings.nodeAbsence().toMillis())
                .executeUpdate();
        return em.createQuery("select coalesce(min(c.indexedPosition), 0) from IndexCheckpoint c", Long.class)
                .getSingleResult();
    }
}
