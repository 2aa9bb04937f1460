package dev.coppice.feed;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/** The event log as readers of the feed are given it, piece by piece. No connection is held between two pieces. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class FeedLog {
    /** Events a piece: some hundred kilobytes. */
    static final int PIECE = 500;

    private static final String COLUMNS =
            "select position, tenant_id, namespace_id, session_pk, type, data from event_log";

    private static final String ALL = COLUMNS + " where position > ? order by position limit ?";

    private static final String OF_SESSION =
            COLUMNS + " where session_pk = ? and position > ? order by session_pk, position limit ?";

    /**
     * Some events behind a position.
     *
     * @param events in the order of their positions
     * @param reached up to here none is missing
     * @param isFull there may be more at once
     */
    record Piece(List<LoggedEvent> events, long reached, boolean isFull) {}

    @PersistenceContext
    private EntityManager em;

    /** The next events behind a position, whatever they are about. */
    public List<LoggedEvent> behind(long position) {
        return read(ALL, position, PIECE);
    }

    /**
     * The next events behind a position that are of interest. Those of a session are found by an index; to find those of a
     * namespace or a tenant, a piece of the whole log is looked through, of which perhaps none is of interest.
     *
     * @param end a position up to which all events have theirs, as told before
     */
    public Piece behind(Topic interest, long position, long end) {
        var rows = interest.isSession() ? read(OF_SESSION, interest.number(), position, PIECE) : behind(position);
        boolean full = rows.size() == PIECE;
        long reached = full ? rows.get(PIECE - 1).position() : end;
        return new Piece(rows.stream().filter(interest::covers).toList(), reached, full);
    }

    /** By JDBC, which reads bytes as such. */
    private List<LoggedEvent> read(String sql, long... parameters) {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    select.setLong(i + 1, parameters[i]);
                }
                var events = new ArrayList<LoggedEvent>();
                try (var rows = select.executeQuery()) {
                    while (rows.next()) {
                        events.add(LoggedEvent.of(
                                rows.getLong(1),
                                rows.getInt(2),
                                rows.getLong(3),
                                rows.getLong(4),
                                rows.getString(5),
                                rows.getBytes(6)));
                    }
                }
                return events;
            }
        });
    }
}
