package dev.coppice.feed;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/**
 * Reads the event log in chunks of up to 500 events for the event streams. Holds no database connection between two
 * chunks.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class FeedLog {
    /**
     * Maximum number of events in a chunk, inclusive. An event has a few hundred bytes, so a chunk takes a few hundred
     * kilobytes of memory.
     */
    static final int CHUNK = 500;

    private static final String COLUMNS =
            "select position, tenant_id, namespace_id, session_pk, type, data from event_log";
    private static final String ALL = COLUMNS + " where position > ? order by position limit ?";
    private static final String OF_SESSION =
            COLUMNS + " where session_pk = ? and position > ? order by session_pk, position limit ?";

    /**
     * A result of {@link FeedLog#after(Topic, long, long)}: the next events of a topic (a session, a namespace or a
     * tenant).
     *
     * @param events the events, in the order of their positions; may be empty
     * @param completeUpTo position in the log, inclusive, up to which no event of the topic is missing; reading
     *     continues after it
     * @param isFull true if the log may already contain more events of the topic
     */
    public record Chunk(List<LoggedEvent> events, long completeUpTo, boolean isFull) {}

    @PersistenceContext
    private EntityManager em;

    /**
     * Returns the next events of all tenants after a position (exclusive), at most {@link #CHUNK}, in the order of
     * their positions. Empty if there are none.
     */
    public List<LoggedEvent> after(long position) {
        return read(ALL, position, CHUNK);
    }

    /**
     * Returns the next events of a topic after a position in the log. For a session, a database index finds the events.
     * For a namespace or a tenant, reads the next {@link #CHUNK} events of all tenants and selects the events of the
     * topic. Such a chunk may be empty although the log contains later events of the topic.
     *
     * @param topic what the events must belong to
     * @param position position after which the events are read, exclusive
     * @param last the last position of the log, read before this call
     */
    public Chunk after(Topic topic, long position, long last) {
        var rows = topic.isSession() ? read(OF_SESSION, topic.number(), position, CHUNK) : after(position);
        boolean full = rows.size() == CHUNK;
        long completeUpTo = full ? rows.get(CHUNK - 1).position() : last;
        return new Chunk(rows.stream().filter(topic::contains).toList(), completeUpTo, full);
    }

    /**
     * Returns the events that an SQL query finds. Uses JDBC, because JDBC reads the bytes of events without a
     * conversion.
     *
     * @param sql a query that selects {@link #COLUMNS}
     * @param parameters values of the query's parameters, in order
     */
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
