package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Reads a piece of a path with its bodies: at most some hundred rows and about a megabyte. The sums that rows carry tell
 * the database where the megabyte ends, so that one scan does it.
 */
final class ChunkReader {
    /** A statement that takes about a millisecond, and an answer that fits everywhere. */
    private static final int MAX_ROWS = 500;

    private static final long MAX_BYTES = 1 << 20;

    private static final String WRITTEN =
            """
            select branch_id, depth, body, path_bytes from message
            where branch_id = ? and depth between ? and ? and path_bytes - bytes <= ?""";

    private final EntityManager em;
    private final MessageRows rows;
    private final long version;

    ChunkReader(EntityManager em, Session session) {
        this.em = em;
        this.rows = new MessageRows(em, session);
        this.version = session.version();
    }

    /** A row's text as it was written; empty when it was wiped, and an edit says what became of it. */
    private record Written(byte[] body, long pathBytes) {}

    Chunk read(Path rest, long pathBytes) {
        var part = rest.head(MAX_ROWS, RangeQuery.MAX);
        var written = written(part, pathBytes + MAX_BYTES);
        if (!written.containsKey(part.first())) {
            return behindGone(rest, part);
        }
        boolean edited = rows.hasEdits || written.values().stream().anyMatch(row -> row.body().length == 0);
        var changes = edited ? changes(part) : Map.<Position, MessageRow.Change>of();
        var wanted = new ArrayList<Position>();
        long size = 0;
        Position last = null;
        long reached = pathBytes;
        walk:
        for (var range : part.ranges()) {
            for (int depth = range.from(); depth <= range.to(); depth++) {
                var at = new Position(range.branch(), depth);
                var row = written.get(at);
                var change = changes.get(at);
                if (row == null || last != null && change != null && size + change.bytes() > MAX_BYTES) {
                    break walk;
                }
                size += change == null ? row.body().length : change.bytes();
                if (change == null || !change.deletion()) {
                    wanted.add(at);
                }
                last = at;
                reached = row.pathBytes();
            }
        }
        return new Chunk(bodies(wanted, written, changes, edited), last, reached);
    }

    /**
     * The session may have let go of rows since the path was fixed, and they were purged: they are left out, as if the
     * history had been asked for a moment later.
     */
    private Chunk behindGone(Path rest, Path part) {
        if (em.createQuery("select s.id from Session s where s.tree = :tree", Long.class)
                .setParameter("tree", rows.tree)
                .getResultList()
                .isEmpty()) {
            throw gone();
        }
        for (var range : part.ranges()) {
            var there = em.createQuery(
                            """
                            select m.position.depth, m.pathBytes - m.bytes from Message m
                            where m.position.branch = :branch and m.position.depth between :from and :to
                            order by m.position.branch, m.position.depth""",
                            Object[].class)
                    .setParameter("branch", range.branch())
                    .setParameter("from", range.from())
                    .setParameter("to", range.to())
                    .setMaxResults(1)
                    .getResultList();
            if (!there.isEmpty()) {
                var first = new Position(range.branch(), (Integer) there.get(0)[0]);
                return read(rest.from(first), (Long) there.get(0)[1]);
            }
        }
        return new Chunk(List.of(), part.last(), 0);
    }

    /**
     * Rows of a path, or inherited texts, go only when nobody reads them. What was begun of an answer breaks off; who has
     * not begun yet tells his client, who finds the session as it is now.
     */
    private static Problem gone() {
        return new Problem(
                Code.OVERLOADED, "The session was deleted or cleared while its history was being read; try again.");
    }

    /** By plain JDBC: on the way of a long history, half of the time would go into turning rows into objects. */
    private Map<Position, Written> written(Path part, long maxPathBytes) {
        var sql = String.join(" union all ", Collections.nCopies(part.ranges().size(), WRITTEN));
        return em.unwrap(org.hibernate.Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(sql)) {
                int at = 0;
                for (var range : part.ranges()) {
                    select.setLong(++at, range.branch());
                    select.setInt(++at, range.from());
                    select.setInt(++at, range.to());
                    select.setLong(++at, maxPathBytes);
                }
                var found = new HashMap<Position, Written>();
                try (var row = select.executeQuery()) {
                    while (row.next()) {
                        found.put(
                                new Position(row.getLong(1), row.getInt(2)),
                                new Written(row.getBytes(3), row.getLong(4)));
                    }
                }
                return found;
            }
        });
    }

    private Map<Position, MessageRow.Change> changes(Path part) {
        var changes = new HashMap<Position, MessageRow.Change>();
        for (var row : rows.edits("select " + MessageRow.Change.COLUMNS, part)) {
            var change = MessageRow.Change.of(row);
            changes.put(change.position(), change);
        }
        return changes;
    }

    /**
     * Of some rows those that the session has not let go of by now. Edits are purged before the rows, which forks may go on
     * reading: what was read without its edit must not be shown as it was written. So this is looked at behind the edits.
     */
    private List<Position> kept(List<Position> wanted) {
        var now = em.createQuery(
                        "select s.version, s.counters.trimmed from Session s where s.tree = :tree", Object[].class)
                .setParameter("tree", rows.tree)
                .getResultStream()
                .findFirst()
                .orElseThrow(ChunkReader::gone);
        boolean trimmed = (Boolean) now[1];
        if (!trimmed || (Long) now[0] == version) {
            return wanted;
        }
        var kept = new HashSet<Position>();
        for (var piece : RangeQuery.of(wanted)) {
            for (var row :
                    rows.messages("select m.position.branch, m.position.depth", piece, " and" + MessageRows.KEPT)) {
                kept.add(new Position((Long) row[0], (Integer) row[1]));
            }
        }
        return wanted.stream().filter(kept::contains).toList();
    }

    private List<byte[]> bodies(
            List<Position> wanted,
            Map<Position, Written> written,
            Map<Position, MessageRow.Change> changes,
            boolean edited) {
        var texts =
                rows.editedBodies(wanted.stream().filter(changes::containsKey).toList());
        var bodies = new ArrayList<byte[]>(wanted.size());
        for (var at : edited ? kept(wanted) : wanted) {
            var body = changes.containsKey(at) ? texts.get(at) : written.get(at).body();
            if (!changes.containsKey(at) && body.length == 0) {
                throw gone();
            }
            // Deleted between two statements: it is gone.
            if (body != null && body.length > 0) {
                bodies.add(body);
            }
        }
        return bodies;
    }
}
