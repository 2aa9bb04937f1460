package dev.coppice.message;

import dev.coppice.format.MessageText;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells of positions what stands there for the readers of a session. Takes no lock. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class VisibleMessages {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /** A position that somebody asks for. */
    public record Ask(Session session, Position position) {}

    /** The path to a message; 404 {@code message-not-found}. */
    public Path path(SessionName name, String leafId) {
        var reader = new TreeReader(em, sessions.read(name));
        return reader.pathTo(reader.get(leafId).position());
    }

    /** The path to a position in the session's tree, whether or not the message there is alive. */
    public Path path(Session session, Position position) {
        return new TreeReader(em, session).pathTo(position);
    }

    /** The path to the leaf; empty while there is no message. */
    public Path path(Session session) {
        var leaf = session.leaf();
        return leaf == null ? Path.EMPTY : path(session, new Position(leaf.branch(), leaf.depth()));
    }

    /** The trees whose messages a fork inherited; empty for others. */
    public List<Long> sources(Session session) {
        return new TreeReader(em, session).inherited.sources();
    }

    /** The messages at some positions as the session's readers see them; deleted ones are left out. */
    public Map<Position, byte[]> bodies(Session session, Collection<Position> positions) {
        return new TreeReader(em, session).rows.bodies(positions);
    }

    /** The path that a fork inherited; empty for others. */
    public Path inherited(Session session) {
        return new TreeReader(em, session).inherited.path();
    }

    /** Those of some ids that living messages of the session have. */
    public Set<String> living(Session session, Set<String> ids) {
        return ids.isEmpty()
                ? Set.of()
                : new TreeReader(em, session).findAll(ids).keySet();
    }

    /** What forks have inherited of a session's own messages: the beginnings of branches. */
    public Path leftToForks(Session session) {
        var ranges = new ArrayList<Path.Range>();
        RetainedByForks.of(em, session.tree())
                .last()
                .forEach((branch, last) -> ranges.add(new Path.Range(branch, 0, last)));
        return new Path(ranges);
    }

    /** What there is of what was asked for: deleted messages, and those outside of a session's tree, are left out. */
    public Map<Ask, VisibleMessage> see(Collection<Ask> asked) {
        var stored = stored(asked);
        var seen = new HashMap<Ask, VisibleMessage>();
        bySession(asked).forEach((session, asks) -> {
            var reader = new TreeReader(em, session);
            if (session.isTrimmed()) {
                reader.stems.load(
                        asks.stream().map(ask -> ask.position().branch()).toList());
            }
            var changes = reader.rows.hasEdits
                    ? reader.rows.changes(asks.stream().map(Ask::position).toList())
                    : Map.<Position, MessageRow.Change>of();
            for (var ask : asks) {
                sighting(reader, session, stored.get(ask.position()), changes.get(ask.position()))
                        .ifPresent(sighting -> seen.put(ask, sighting));
            }
        });
        return seen;
    }

    /**
     * A row whoever sees it.
     *
     * @param gone true when its own session has it no more
     */
    private record Stored(MessageRow row, long tree, boolean gone) {}

    private Map<Position, Stored> stored(Collection<Ask> asked) {
        var stored = new HashMap<Position, Stored>();
        for (var piece : RangeQuery.of(asked.stream().map(Ask::position).toList())) {
            var select = "select " + MessageRow.COLUMNS + ", m.tree, m.gone from Message m";
            for (var column : RangeQuery.query(em, select, "m.position.branch", "m.position.depth", piece, "")
                    .getResultList()) {
                var row = MessageRow.of(column);
                stored.put(row.position(), new Stored(row, (Long) column[11], (Long) column[12] != 0));
            }
        }
        return stored;
    }

    /**
     * A row for the readers of a session, if it is there for them.
     *
     * @param stored null when there is no row
     * @param change what the session has made of it, or null
     */
    private static Optional<VisibleMessage> sighting(
            TreeReader reader, Session session, Stored stored, MessageRow.Change change) {
        if (stored == null || !isOf(reader, session, stored) || change != null && change.deletion()) {
            return Optional.empty();
        }
        return Optional.of(
                change == null
                        ? VisibleMessage.of(session, stored.row(), false)
                        : VisibleMessage.of(session, stored.row().edited(change), true));
    }

    /** True for a row of the session's own tree that it has not let go of, and for one that it inherited. */
    private static boolean isOf(TreeReader reader, Session session, Stored stored) {
        var at = stored.row().position();
        return stored.tree() == session.tree()
                ? !stored.gone() && !reader.stems.isTrimmed(at)
                : reader.inherited.path().contains(at);
    }

    private static Map<Session, List<Ask>> bySession(Collection<Ask> asked) {
        var grouped = new HashMap<Session, List<Ask>>();
        asked.forEach(ask ->
                grouped.computeIfAbsent(ask.session(), s -> new ArrayList<>()).add(ask));
        return grouped;
    }

    /** The words of some messages; of those that were deleted meanwhile there are none. */
    public Map<VisibleMessage, MessageText> texts(Collection<VisibleMessage> sightings) {
        var texts = new HashMap<VisibleMessage, MessageText>();
        var written = new HashMap<Position, byte[]>();
        for (var piece : RangeQuery.of(sightings.stream()
                .filter(sighting -> !sighting.edit())
                .map(VisibleMessage::position)
                .toList())) {
            var select = "select m.position.branch, m.position.depth, m.body from Message m";
            for (var row : RangeQuery.query(em, select, "m.position.branch", "m.position.depth", piece, "")
                    .getResultList()) {
                written.put(new Position((Long) row[0], (Integer) row[1]), (byte[]) row[2]);
            }
        }
        for (var sighting : sightings) {
            var body = sighting.edit() ? null : written.get(sighting.position());
            if (body == null || body.length == 0) {
                var at = List.of(sighting.position());
                body = new MessageRows(em, sighting.session()).bodies(at).get(sighting.position());
            }
            if (body != null) {
                texts.put(sighting, MessageText.of(body));
            }
        }
        return texts;
    }

    /** The message before a message: its parent. */
    public Optional<VisibleMessage> before(VisibleMessage sighting) {
        var reader = new TreeReader(em, sighting.session());
        return reader.parent(sighting.position()).map(row -> sighted(reader, sighting.session(), row));
    }

    /** The message after a message: the first of its children. */
    public Optional<VisibleMessage> after(VisibleMessage sighting) {
        var reader = new TreeReader(em, sighting.session());
        return new Children(em, reader)
                .of(sighting.position(), 0, 1).stream()
                        .findFirst()
                        .map(row -> sighted(reader, sighting.session(), row));
    }

    private static VisibleMessage sighted(TreeReader reader, Session session, MessageRow row) {
        boolean edit = reader.rows.hasEdits
                && reader.rows.changes(List.of(row.position())).containsKey(row.position());
        return VisibleMessage.of(session, row, edit);
    }
}
