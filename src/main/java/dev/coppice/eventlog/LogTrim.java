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

/**
 * Removes old events from the beginning of the log, but none that the search index of a node has not processed yet. A node
 * that has published no position for {@code coppice.events.node-absence} does not count; it rebuilds its index when it is
 * back.
 */
@Stateless
public class LogTrim {
    /** Events a transaction removes: some ten milliseconds. */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private EventLogSettings settings;

    /** Publishes to all nodes the position that this node's index has processed. */
    public void publishIndexPosition(String node, long position) {
        var existing = em.find(IndexCheckpoint.class, node, LockModeType.PESSIMISTIC_WRITE);
        var checkpoint = existing == null ? new IndexCheckpoint(node) : existing;
        checkpoint.publish(position);
        em.persist(checkpoint);
    }

    /** True when the first event of the log is old enough to be trimmed. */
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
     * Removes one batch of events. One node trims at a time: it locks the row of {@link EventTrim}. That row commits with
     * the removal, so a reader can always find out whether the events that it has read are complete.
     *
     * @return true when more may be due
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

    /** Records per session the last trimmed position, so that subscribers of other sessions can resume before it. */
    private void recordSessionTrims(long from, long last) {
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
        if (ends.isEmpty()) {
            return; // all were events of deleted sessions, purged before
        }
        em.createQuery("delete from SessionTrim t where t.session in :sessions")
                .setParameter("sessions", ends.keySet())
                .executeUpdate();
        em.createQuery("select s.id from Session s where s.id in :sessions", Long.class)
                .setParameter("sessions", ends.keySet())
                .getResultList()
                .forEach(session -> em.persist(new SessionTrim(session, ends.get(session))));
    }

    /** Position of the last event that may be trimmed next: old, indexed, and within one batch; {@code from} if none. */
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

    /** The lowest position of all indexes of present nodes; 0 when there is none. */
    private long slowestIndex() {
        em.createQuery("delete from IndexCheckpoint c where c.seenAt < :oldest")
                .setParameter(
                        "oldest", DatabaseClock.now() - settings.nodeAbsence().toMillis())
                .executeUpdate();
        return em.createQuery("select coalesce(min(c.indexedPosition), 0) from IndexCheckpoint c", Long.class)
                .getSingleResult();
    }
}
