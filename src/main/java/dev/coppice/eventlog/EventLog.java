package dev.coppice.eventlog;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hibernate.Session;

/**
 * The event log, a database table of events. {@link EventWriter} inserts each event in the transaction of the change.
 * After the commit, this class assigns to the event a sequence number, called position, by which events are read.
 */
@Stateless
public class EventLog {
    /**
     * Maximum number of events that get their positions in one transaction. Such a transaction holds its locks for
     * about ten milliseconds. Transactions that write events do not wait for these locks.
     */
    private static final int BATCH = 2000;

    private static final String AFTER =
            """
            select position, session_pk, type, data, created_at from event_log
            where position > ? order by position limit ?""";

    /**
     * Query for the ids of events without a position, in ascending order. The database can use the index on position
     * and id, because all these rows have the same value in its first column: null.
     */
    private static final String UNPOSITIONED =
            "select id from event_log where position is null and id <= :last order by position, id";

    private static final String ASSIGN =
            "update event_log set position = id + ? where position is null and id between ? and ?";

    private static final String STATE =
            """
            select s.last_position, t.trimmed_position, u.first_id, u.last_id, u.ids
            from event_sequence s cross join event_trim t cross join
            (select min(e.id) as first_id, max(e.id) as last_id, count(*) as ids from
                (select id from event_log where position is null order by position, id limit ?) e) u""";

    @PersistenceContext
    private EntityManager em;

    /**
     * Assigns positions (sequence numbers in the log) to a batch of committed events without a position, in the order
     * of their ids, in one transaction. Only one node at a time does this, because it locks the row of
     * {@link EventSequence}. An event that is committed late gets a higher position than all events that got theirs
     * before. So a reader that continues after a position misses no event. Positions increase, and may have gaps.
     *
     * <p>The events of one transaction get their positions in the order of their ids. So the batch contains only events
     * that one query has found. An update of all ids in a range would be wrong: if another transaction commits
     * meanwhile, the update may find only some of its events, those with the higher ids. The other events of that
     * transaction would get higher positions later, although their ids are lower.
     *
     * <p>Two events of one session get their positions in the order of their commits, for these reasons. Writers of a
     * session wait for each other, so the second event gets its id after the commit of the first, and has the higher
     * id. Within the batch, positions have the order of the ids. The batch cannot contain the second event without the
     * first, because a query that finds the second one finds the first one, too.
     *
     * @param seen a state of the log in which some events have no position yet; the events of its batch get positions,
     *     unless another node has already assigned them
     * @return the last position that was assigned so far, by this or another node
     */
    public long assignPositions(LogState seen) {
        var sequence = lockSequence();
        var ranges = seen.isDense() ? List.of(new IdRange(seen.firstId(), seen.lastId())) : unpositioned(seen.lastId());
        if (!ranges.isEmpty()) {
            long first = ranges.get(0).first();
            if (addToIds(ranges, sequence.lastPosition() + 1 - first)) {
                sequence.advance(ranges.get(ranges.size() - 1).last() - first + 1);
            }
        }
        return sequence.lastPosition();
    }

    /** Returns the ids of the committed events without a position, up to {@code last}. */
    private List<IdRange> unpositioned(long last) {
        return IdRange.of(em.createNativeQuery(UNPOSITIONED, Long.class)
                .setParameter("last", last)
                .getResultList());
    }

    /**
     * Stores the sum of id and {@code offset} as position of the events in these ranges, unless they have one already.
     * Returns false if no event got a position, because another node has assigned them.
     */
    private boolean addToIds(List<IdRange> ranges, long offset) {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (var update = connection.prepareStatement(ASSIGN)) {
                for (var range : ranges) {
                    update.setLong(1, offset);
                    update.setLong(2, range.first());
                    update.setLong(3, range.last());
                    update.addBatch();
                }
                // A driver may answer that it does not know the number, which is not 0 either.
                return IntStream.of(update.executeBatch()).anyMatch(count -> count != 0);
            }
        });
    }

    /**
     * Locks and returns the only row of {@link EventSequence}. This row always exists. If Hibernate finds none, the
     * connection to the database was lost; then throws a {@code PersistenceException}.
     */
    private EventSequence lockSequence() {
        var sequence = em.find(EventSequence.class, EventSequence.ONLY, LockModeType.PESSIMISTIC_WRITE);
        if (sequence == null) {
            throw new PersistenceException(
                    "The last position cannot be read.",
                    new SQLNonTransientConnectionException("The connection was lost."));
        }
        return sequence;
    }

    /**
     * Returns the state of the log, read with one query: the last position, the position up to which events were
     * trimmed, and the next batch of events without a position, at most 2,000.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public LogState state() {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(STATE)) {
                select.setInt(1, BATCH);
                try (var row = select.executeQuery()) {
                    row.next();
                    return new LogState(
                            row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getInt(5), BATCH);
                }
            }
        });
    }

    /** Returns the last position that was assigned to an event; 0 if none was. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long lastPosition() {
        return em.createQuery("select s.lastPosition from EventSequence s where s.id = :id", Long.class)
                .setParameter("id", EventSequence.ONLY)
                .getSingleResult();
    }

    /**
     * Returns the position, inclusive, up to which the log was trimmed, that is, up to which all events were removed
     * because of their age; 0 if none were. A reader that has read all events up to this position has missed none.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long trimmedUpTo() {
        return em.createQuery("select t.trimmedPosition from EventTrim t where t.id = :id", Long.class)
                .setParameter("id", EventTrim.ONLY)
                .getSingleResult();
    }

    /**
     * Returns the position of the last trimmed event of a session, that is, of the last one that was removed because of
     * its age; 0 if no event of the session was trimmed.
     *
     * @param session database id of the session's row
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long trimmedUpTo(long session) {
        return em.createQuery("select t.trimmedPosition from SessionTrim t where t.session = :session", Long.class)
                .setParameter("session", session)
                .getResultStream()
                .findFirst()
                .orElse(0L);
    }

    /**
     * Returns the next events after a position (exclusive), at most {@code limit} (inclusive), in the order of their
     * positions. Empty if there are none. Events that have no position yet are left out. Uses JDBC, because JDBC reads
     * the bytes of events without a conversion.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<EventRow> after(long position, int limit) {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(AFTER)) {
                select.setLong(1, position);
                select.setInt(2, limit);
                var events = new ArrayList<EventRow>();
                try (var rows = select.executeQuery()) {
                    while (rows.next()) {
                        events.add(new EventRow(
                                rows.getLong(1),
                                rows.getLong(2),
                                rows.getString(3),
                                rows.getBytes(4),
                                rows.getLong(5)));
                    }
                }
                return events;
            }
        });
    }

    /**
     * Returns the time at which the next event after a position (exclusive) was written, in milliseconds since the
     * epoch; 0 if there is no such event.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long oldestAfter(long position) {
        return after(position, 1).stream()
                .mapToLong(EventRow::createdAt)
                .findFirst()
                .orElse(0);
    }
}
