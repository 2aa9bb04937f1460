package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import dev.coppice.json.JsonBody;
import dev.coppice.message.Path;
import dev.coppice.message.RowsPurging;
import dev.coppice.session.IndexNotice;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.Tree;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/**
 * The event log, a database table of events. Writes events in the transaction of the change, gives them a number called
 * position after the commit, and reads them. Stateless EJB.
 */
@Stateless
public class EventLog {
    /**
     * Maximum number of events that get their positions in one transaction. The transaction then holds its locks for
     * about ten milliseconds. No writer of events waits for them.
     */
    private static final int BATCH = 2000;

    private static final String INSERT =
            "insert into event_log (tenant_id, namespace_id, session_pk, type, data, created_at) values (?, ?, ?, ?, ?, ?)";

    private static final String AFTER =
            """
            select position, session_pk, type, data, created_at from event_log
            where position > ? order by position limit ?""";

    private static final String STATE =
            """
            select s.last_position, t.trimmed_position,
            (select e.id from event_log e where e.position is null order by e.position, e.id limit 1)
            from event_sequence s cross join event_trim t""";

    @PersistenceContext
    private EntityManager em;

    /**
     * Inserts a row for each logged event of a change, and a row for each of its notices to the search index, in the
     * transaction of the change. Uses JDBC, because Hibernate cannot insert rows in a batch if the database generates
     * their ids. If Hibernate generated the ids and several nodes wrote, the ids would not increase in the order of a
     * session's writes.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void write(@Observes SessionChange change) {
        var session = change.session();
        var lines = new ArrayList<Line>();
        for (var event : change.events()) {
            event.indexNotices().forEach(notice -> lines.add(line(notice)));
            if (event.isLogged()) {
                lines.add(new Line(session.tenant(), session.namespace(), session.id(), event.type(), data(event)));
            }
        }
        insert(lines);
    }

    /**
     * Inserts a row that only the search indexes of the nodes read, in the current transaction. It belongs to no tenant
     * and no session, so no event stream contains it.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void write(@Observes IndexNotice notice) {
        insert(List.of(line(notice)));
    }

    /**
     * Inserts a row about purged message rows, for the search index of each node, in the transaction that purges them.
     * Does nothing if the search index contains no messages of the tree to which the rows belong.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void write(@Observes RowsPurging purging) {
        if (em.find(Tree.class, purging.tree()).isIndexed()) {
            insert(List.of(new Line(0, 0, 0, "RowsPurged", data(purging.rows()))));
        }
    }

    private static Line line(IndexNotice notice) {
        return new Line(0, 0, 0, notice.type(), JsonBody.object(notice::writeMembers));
    }

    private record Line(int tenant, long namespace, long session, String type, byte[] data) {}

    private void insert(List<Line> lines) {
        if (lines.isEmpty()) {
            return;
        }
        long now = DatabaseClock.now();
        em.unwrap(Session.class).doWork(connection -> {
            try (var insert = connection.prepareStatement(INSERT)) {
                for (var line : lines) {
                    insert.setInt(1, line.tenant());
                    insert.setLong(2, line.namespace());
                    insert.setLong(3, line.session());
                    insert.setString(4, line.type());
                    insert.setBytes(5, line.data());
                    insert.setLong(6, now);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        });
    }

    private static byte[] data(List<Path.Range> rows) {
        return JsonBody.object(out -> {
            out.writeArrayFieldStart("rows");
            for (var range : rows) {
                out.writeArray(new long[] {range.branch(), range.from(), range.to()}, 0, 3);
            }
            out.writeEndArray();
        });
    }

    private static byte[] data(SessionEvent event) {
        return JsonBody.object(out -> {
            out.writeStringField("sessionId", event.session().id());
            out.writeStringField("namespace", event.session().namespace());
            event.writeMembers(out);
        });
    }

    /**
     * Assigns positions (sequence numbers in the log) to a batch of committed events that have none, in the order of
     * their ids, in one transaction. Only one node at a time does this, because it locks the row of
     * {@link EventSequence}. If an event is committed late, it gets a higher position than all events that have one. So
     * a reader that continues after a position misses no event. Positions increase but may have gaps.
     *
     * @return true if more events may be without a position
     */
    public boolean assignPositions() {
        var sequence = em.find(EventSequence.class, EventSequence.ONLY, LockModeType.PESSIMISTIC_WRITE);
        var ids = em.createNativeQuery(
                        "select id from event_log where position is null order by position, id", Long.class)
                .setMaxResults(BATCH)
                .getResultList();
        if (ids.isEmpty()) {
            return false;
        }
        long first = ((Number) ids.get(0)).longValue();
        long last = ((Number) ids.get(ids.size() - 1)).longValue();
        // This includes events with an id in the range that were committed after the query.
        em.createNativeQuery(
                        """
                        update event_log set position = id + :offset
                        where position is null and id between :first and :last""")
                .setParameter("offset", sequence.lastPosition() + 1 - first)
                .setParameter("first", first)
                .setParameter("last", last)
                .executeUpdate();
        sequence.advance(last - first + 1);
        return ids.size() == BATCH;
    }

    /**
     * Returns the state of the log by one query: the last position, the position up to which events were trimmed, and
     * whether an event has no position yet.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public LogState state() {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(STATE);
                    var row = select.executeQuery()) {
                row.next();
                return new LogState(row.getLong(1), row.getLong(2), row.getLong(3) > 0);
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
     * Returns the position up to which old events were trimmed, that is, removed; 0 if none were. A reader that has
     * read everything up to this position has missed nothing.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long trimmedUpTo() {
        return em.createQuery("select t.trimmedPosition from EventTrim t where t.id = :id", Long.class)
                .setParameter("id", EventTrim.ONLY)
                .getSingleResult();
    }

    /**
     * Returns the position of the last event of a session that was trimmed, that is, removed because of its age; 0 if
     * none was trimmed.
     *
     * @param session id of the session's row
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
     * Returns the events after a position, at most {@code limit}, in the order of their positions; empty if there are
     * none. Events without a position are left out. Uses JDBC, which reads bytes without conversion.
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
     * Returns the time at which the first event after a position was written, in milliseconds since the epoch; 0 if
     * there is no such event.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long oldestAfter(long position) {
        return after(position, 1).stream()
                .mapToLong(EventRow::createdAt)
                .findFirst()
                .orElse(0);
    }
}
