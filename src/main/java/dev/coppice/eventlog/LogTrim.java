package dev.coppice.eventlog;

import dev.coppice.Settings;
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
 * Removes what has become old from the beginning of the log, but nothing that the search index of a node has still to take
 * in. A node that has not been heard of for long does not count: its index is built anew when it comes again.
 */
@Stateless
public class LogTrim {
    /** Events a transaction: some ten milliseconds. */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    /** Says for all nodes to know how far the index of this one has come. */
    public void publish(String node, long position) {
        var there = em.find(IndexCheckpoint.class, node, LockModeType.PESSIMISTIC_WRITE);
        var checkpoint = there == null ? new IndexCheckpoint(node) : there;
        checkpoint.seen(position);
        em.persist(checkpoint);
    }

    /** True when the first event of the log is old enough to go. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean isDue() {
        var oldest = em.createNativeQuery(
                        "select created_at from event_log where position > 0 order by position", Long.class)
                .setMaxResults(1)
                .getResultList();
        return !oldest.isEmpty() && ((Number) oldest.get(0)).longValue() < cutoff();
    }

    private long cutoff() {
        return DatabaseClock.now() - settings.feed().keep().toMillis();
    }

    /**
     * Removes some events. One node at a time: whoever holds the row of {@link EventTrim}. It says how far the log was
     * trimmed, and commits with it: nobody who reads the log can take it for complete when it is not.
     *
     * @return true when there may be more
     */
    public boolean step() {
        var trim = em.find(EventTrim.class, EventTrim.ONLY, LockModeType.PESSIMISTIC_WRITE);
        long from = trim.trimmedPosition();
        long last = lastToGo(from, slowestIndex());
        if (last <= from) {
            return false;
        }
        note(from, last);
        int gone = em.createNativeQuery("delete from event_log where position > :from and position <= :last")
                .setParameter("from", from)
                .setParameter("last", last)
                .executeUpdate();
        trim.advance(last);
        return gone == BATCH;
    }

    /** Notes whose events go, so that readers of other sessions need not be told that some are gone. */
    private void note(long from, long last) {
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
            return; // the purge of a deleted session was faster
        }
        em.createQuery("delete from SessionTrim t where t.session in :sessions")
                .setParameter("sessions", ends.keySet())
                .executeUpdate();
        em.createQuery("select s.id from Session s where s.id in :sessions", Long.class)
                .setParameter("sessions", ends.keySet())
                .getResultList()
                .forEach(session -> em.persist(new SessionTrim(session, ends.get(session))));
    }

    /** The last of the next events that are old and indexed; the first that is not ends them. */
    private long lastToGo(long from, long indexed) {
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

    /** The least position of an index that counts; 0 when none does. */
    private long slowestIndex() {
        em.createQuery("delete from IndexCheckpoint c where c.seenAt < :oldest")
                .setParameter(
                        "oldest",
                        DatabaseClock.now() - settings.feed().nodeAbsence().toMillis())
                .executeUpdate();
        return em.createQuery("select coalesce(min(c.indexedPosition), 0) from IndexCheckpoint c", Long.class)
                .getSingleResult();
    }
}
