package dev.coppice.eventlog;

import dev.coppice.context.BlockWritten;
import dev.coppice.context.ContentErased;
import dev.coppice.db.DatabaseClock;
import dev.coppice.json.JsonBody;
import dev.coppice.message.Path;
import dev.coppice.message.RowsPurging;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionLifecycle.SessionLoaded;
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

/** Writes down what happens, in the transaction in which it does, and gives it a place in the log afterwards. */
@Stateless
public class EventLog {
    /** Events a transaction: some ten milliseconds of locks that no writer waits for. */
    private static final int BATCH = 2000;

    private static final String INSERT =
            "insert into event_log (tenant_id, namespace_id, session_pk, type, data, created_at) values (?, ?, ?, ?, ?, ?)";

    private static final String BEHIND =
            """
            select position, session_pk, type, data, created_at from event_log
            where position > ? order by position limit ?""";

    @PersistenceContext
    private EntityManager em;

    /**
     * A row for each change, in the transaction of the change. By JDBC: Hibernate cannot batch rows whose ids the
     * database hands out, and ids from a pool would not rise in the order of a session's writes on several nodes.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void write(@Observes SessionChange happened) {
        var session = happened.session();
        var lines = new ArrayList<Line>();
        for (var event : happened.events()) {
            if (event instanceof BlockWritten written && written.entry() != null) {
                lines.add(entry(written.entry()));
            }
            if (!(event instanceof SessionLoaded)) {
                lines.add(new Line(session.tenant(), session.namespace(), session.id(), event.type(), data(event)));
            }
        }
        insert(lines);
    }

    /** For the index, like what is erased: an entry of a block that others share outlives the session that wrote it. */
    private static Line entry(long number) {
        return new Line(0, 0, 0, "EntryWritten", JsonBody.object(out -> out.writeNumberField("entry", number)));
    }

    /** A row for the index alone: it belongs to nobody, so that no reader of the feed is given it. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void write(@Observes ContentErased erased) {
        var data = JsonBody.object(out -> {
            out.writeArrayFieldStart("stores");
            for (long store : erased.stores()) {
                out.writeNumber(store);
            }
            out.writeEndArray();
        });
        insert(List.of(new Line(0, 0, 0, "ContentErased", data)));
    }

    /** What no index has is not told. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void write(@Observes RowsPurging purging) {
        if (em.find(Tree.class, purging.tree()).isIndexed()) {
            insert(List.of(new Line(0, 0, 0, "RowsPurged", data(purging.rows()))));
        }
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
     * Gives positions to committed events that have none yet, in the order of their ids. Two nodes at it wait for each
     * other: the row of the sequence is the lease, and it ends with the transaction. What commits late gets a later
     * position, so a reader behind a position has missed nothing before it. Positions rise; they need not be dense.
     *
     * @return true when there may be more
     */
    public boolean sequence() {
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
        // What has committed between the two statements, and lies between the two ids, gets its place too.
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

    /** The last position that was given. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long end() {
        return em.createQuery("select s.lastPosition from EventSequence s where s.id = :id", Long.class)
                .setParameter("id", EventSequence.ONLY)
                .getSingleResult();
    }

    /** Up to this position events have been trimmed away: whoever has come further has missed nothing. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long trimmed() {
        return em.createQuery("select t.trimmedPosition from EventTrim t where t.id = :id", Long.class)
                .setParameter("id", EventTrim.ONLY)
                .getSingleResult();
    }

    /** Up to this position events of a session have been trimmed away; 0 when none has. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long trimmed(long session) {
        return em.createQuery("select t.trimmedPosition from SessionTrim t where t.session = :session", Long.class)
                .setParameter("session", session)
                .getResultStream()
                .findFirst()
                .orElse(0L);
    }

    /** The next events behind a position, in the order of their positions. By JDBC, which reads bytes as such. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<EventRow> behind(long position, int limit) {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(BEHIND)) {
                select.setLong(1, position);
                select.setInt(2, limit);
                var changes = new ArrayList<EventRow>();
                try (var rows = select.executeQuery()) {
                    while (rows.next()) {
                        changes.add(new EventRow(
                                rows.getLong(1),
                                rows.getLong(2),
                                rows.getString(3),
                                rows.getBytes(4),
                                rows.getLong(5)));
                    }
                }
                return changes;
            }
        });
    }

    /** When the first event behind a position was written, in epoch milliseconds; 0 when there is none. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long oldestBehind(long position) {
        return behind(position, 1).stream().mapToLong(EventRow::at).findFirst().orElse(0);
    }
}
