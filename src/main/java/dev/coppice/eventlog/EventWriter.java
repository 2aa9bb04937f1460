package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import dev.coppice.json.JsonBody;
import dev.coppice.message.Path;
import dev.coppice.message.RowsPurging;
import dev.coppice.session.IndexNotice;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.Tree;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/**
 * Inserts events into the log, each in the transaction of the change that it is about. It is a CDI bean and not an EJB,
 * because every write of a session calls it and calls of an EJB cost several times as much. Thread-safe.
 */
@ApplicationScoped
public class EventWriter {
    private static final String INSERT =
            "insert into event_log (tenant_id, namespace_id, session_pk, type, data, created_at) values (?, ?, ?, ?, ?, ?)";

    @PersistenceContext
    private EntityManager em;

    /**
     * Inserts the rows of a change, in the transaction of the change: one for each event that is logged, and one for
     * each {@link IndexNotice} of an event. Uses JDBC, because Hibernate cannot insert rows in a batch if the database
     * generates their ids. The database must generate the ids: only then do they increase in the order of a session's
     * writes when several nodes write.
     */
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
     * Inserts, in the current transaction, a row that only the search indexes of the nodes read. The row belongs to no
     * tenant and no session, so no client receives it.
     */
    public void write(@Observes IndexNotice notice) {
        insert(List.of(line(notice)));
    }

    /**
     * Inserts a row about the purge of message rows, in the transaction of the purge, so that each node removes the
     * purged messages from its search index. Does nothing if the search index contains no messages of the tree to which
     * the purged rows belong.
     */
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
                if (lines.size() == 1) { // by itself, because H2 creates an exception for each batch
                    set(insert, lines.get(0), now);
                    insert.executeUpdate();
                    return;
                }
                for (var line : lines) {
                    set(insert, line, now);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        });
    }

    private static void set(PreparedStatement insert, Line line, long now) throws SQLException {
        insert.setInt(1, line.tenant());
        insert.setLong(2, line.namespace());
        insert.setLong(3, line.session());
        insert.setString(4, line.type());
        insert.setBytes(5, line.data());
        insert.setLong(6, now);
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
}
