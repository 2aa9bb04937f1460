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
 * Trims the log, that is, removes events that are older than {@code coppice.events.keep} and that the search indexes of
 * all nodes have processed. Does not wait for a node that has published no position for
 * {@code coppice.events.node-absence}. When such a node returns, it must rebuild its search index.
 */
@Stateless
public class LogTrim {
    /**
     * Maximum number of events that one transaction removes. Such a transaction takes about ten milliseconds, so it
     * holds its locks for a short time only.
     */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private EventLogSettings settings;

    /**
     * Stores the position up to which a node's search index has processed the log. As long as the node is not absent,
     * no node trims events after this position.
     *
     * @param node name of the node's search index
     * @param position the position, inclusive
     */
    public void publishIndexPosition(String node, long position) {
        var existing = em.find(IndexCheckpoint.class, node, LockModeType.PESSIMISTIC_WRITE);
        var checkpoint = existing == null ? new IndexCheckpoint(node) : existing;
        checkpoint.publish(position);
        em.persist(checkpoint);
    }

    /**
     * True if the oldest event in the log is older than {@code coppice.events.keep}, so that it may have to be removed.
     */
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
     * Removes one batch of old events, in one transaction. Only one node at a time does this, because it locks the row
     * of {@link EventTrim}. The same transaction stores the position up to which events are removed. So a reader can
     * find out whether events were removed before it has read them.
     *
     * @return true if further old events may remain to be removed
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
     * Stores which events are about to be removed: for each existing session with events in a range of positions, a
     * {@link SessionTrim} with the position of the last of these events. Due to this row, a subscriber of the session
     * can resume although older events of other sessions were removed, if none of its own events is missing.
     *
     * @param from position after which the range begins
     * @param last last position of the range, inclusive
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

    /**
     * Returns the position of each session's last event in a range of positions, by the database id of the session's
     * row.
     *
     * @param from position after which the range begins
     * @param last last position of the range, inclusive
     */
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
     * Returns the position of the last event in the next batch of old events to remove. All events up to it are older
     * than {@code coppice.events.keep}, and all nodes have indexed them. Returns {@code from} if there is no such
     * event.
     *
     * @param from position, inclusive, up to which events are already removed
     * @param indexed lowest position, inclusive, that the search indexes of all nodes have processed
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
     * Returns the lowest of the positions that the nodes have published for their search indexes. Ignores absent nodes
     * (see {@code coppice.events.node-absence}) and deletes their rows. Returns 0 if all nodes are absent.
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
