package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.Results;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the next messages of a path with their bodies: at most 500 rows and about 1 MiB at a time, but at least one
 * row; the last row may exceed 1 MiB. Each row stores the bytes of all rows from the root down to itself, so the query
 * can limit the size of its result. A row is beyond retention if the limit {@code maxMessages} has removed its message
 * from the session; a purge deletes such rows later. For one chunk; not thread-safe.
 */
final class ChunkReader {
    /**
     * Maximum number of rows that one statement reads. Reading this number takes about a millisecond, so a chunk holds
     * a database connection for a short time only, and the fixed cost of a chunk is small in comparison.
     */
    static final int MAX_ROWS = 500;

    private static final long MAX_BYTES = 1 << 20;

    private static final String SELECT_ROWS =
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

    /**
     * A message row as first written; edits (updates and deletes) are not applied.
     *
     * @param body the body; an empty array if the body was removed from the row, because an edit replaces it or deletes
     *     the message
     * @param pathBytes bytes of all rows of the path down to this row, as first written
     */
    private record WrittenRow(byte[] body, long pathBytes) {}

    /**
     * Returns the messages at the beginning of {@code rest}, as many as one chunk holds (500 rows, about 1 MiB). If the
     * first rows were purged meanwhile, begins with the first row that still exists; see {@link #skipPurged}. Throws
     * 503 {@code busy} if the session was deleted or cleared meanwhile.
     *
     * @param rest the part of the path that is not read yet; not empty
     * @param pathBytes bytes of all rows of the path above {@code rest}, as first written
     */
    Chunk read(Path rest, long pathBytes) {
        var part = rest.head(MAX_ROWS, RangeQuery.MAX);
        var written = written(part, pathBytes + MAX_BYTES);
        if (!written.containsKey(part.first())) {
            return skipPurged(rest, part);
        }
        boolean hasEdits = rows.hasEdits() || written.values().stream().anyMatch(row -> row.body().length == 0);
        var edits = hasEdits ? edits(part) : Map.<Position, MessageRow.EditRow>of();
        var chunk = new ChunkRows(pathBytes);
        chunk.addAll(part, written, edits);
        return new Chunk(bodies(chunk.positions, written, edits, hasEdits), chunk.last, chunk.pathBytes);
    }

    /** The rows of a chunk. Rows are added one after another until the chunk is full or a row is missing. */
    private static final class ChunkRows {
        private final List<Position> positions = new ArrayList<>();
        private long size;
        private Position last;
        private long pathBytes;

        ChunkRows(long pathBytes) {
            this.pathBytes = pathBytes;
        }

        void addAll(Path part, Map<Position, WrittenRow> written, Map<Position, MessageRow.EditRow> edits) {
            for (var range : part.ranges()) {
                for (int depth = range.from(); depth <= range.to(); depth++) {
                    var at = new Position(range.branch(), depth);
                    if (!add(at, written.get(at), edits.get(at))) {
                        return;
                    }
                }
            }
        }

        private boolean add(Position at, WrittenRow row, MessageRow.EditRow edit) {
            if (row == null || last != null && edit != null && size + edit.bytes() > MAX_BYTES) {
                return false;
            }
            size += edit == null ? row.body().length : edit.bytes();
            if (edit == null || !edit.deletion()) {
                positions.add(at);
            }
            last = at;
            pathBytes = row.pathBytes();
            return true;
        }
    }

    record FirstRow(Integer depth, Long bytesAbove) {}

    record Retained(Long version, Boolean trimmed) {}

    /**
     * Returns the chunk that begins with the first row of {@code part} that still exists. If none exists, returns an
     * empty chunk that ends with the last row of {@code part}. Called if the first row is missing: after the history
     * was requested, the limit {@code maxMessages} removed the row's message from the session, and the row was purged.
     * Rows are purged in batches, so the chunk may begin with rows that are beyond retention but not purged yet. Throws
     * 503 {@code busy} if the session was deleted or cleared meanwhile.
     *
     * @param rest the part of the path that is not read yet
     * @param part the rows at the beginning of {@code rest} that the first statement tried to read
     */
    private Chunk skipPurged(Path rest, Path part) {
        if (em.createQuery("select s.id from Session s where s.tree = :tree", Long.class)
                .setParameter("tree", rows.tree)
                .getResultList()
                .isEmpty()) {
            throw deletedMeanwhile();
        }
        for (var range : part.ranges()) {
            var first = firstRow(range);
            if (first.isPresent()) {
                var position = new Position(range.branch(), first.get().depth());
                return read(rest.from(position), first.get().bytesAbove());
            }
        }
        return new Chunk(List.of(), part.last(), 0);
    }

    private Optional<FirstRow> firstRow(Path.Range range) {
        return Results.first(em.createQuery(
                        """
                        select m.position.depth, m.pathBytes - m.bytes from Message m
                        where m.position.branch = :branch and m.position.depth between :from and :to
                        order by m.position.branch, m.position.depth""",
                        FirstRow.class)
                .setParameter("branch", range.branch())
                .setParameter("from", range.from())
                .setParameter("to", range.to())
                .setMaxResults(1));
    }

    /**
     * Returns the problem 503 {@code busy} for rows that are missing although they are not beyond retention: their
     * session was deleted or cleared meanwhile. If the response has begun already, the client gets an aborted response
     * instead of this status.
     */
    private static Problem deletedMeanwhile() {
        return new Problem(
                Code.OVERLOADED,
                "The session was deleted or cleared while its history was being read; retry the request.");
    }

    /**
     * Returns the first rows of {@code part}, by position: those for which all rows above them on the path have at most
     * {@code maxPathBytes} bytes together. So the result has a limited size. Uses plain JDBC: with JPA, creating
     * entities would take half of the time for a long history.
     */
    private Map<Position, WrittenRow> written(Path part, long maxPathBytes) {
        var sql = String.join(" union all ", Collections.nCopies(part.ranges().size(), SELECT_ROWS));
        return em.unwrap(org.hibernate.Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(sql)) {
                bind(select, part, maxPathBytes);
                var found = new HashMap<Position, WrittenRow>();
                try (var row = select.executeQuery()) {
                    while (row.next()) {
                        found.put(
                                new Position(row.getLong(1), row.getInt(2)),
                                new WrittenRow(row.getBytes(3), row.getLong(4)));
                    }
                }
                return found;
            }
        });
    }

    private static void bind(PreparedStatement select, Path part, long maxPathBytes) throws SQLException {
        int at = 0;
        for (var range : part.ranges()) {
            select.setLong(++at, range.branch());
            select.setInt(++at, range.from());
            select.setInt(++at, range.to());
            select.setLong(++at, maxPathBytes);
        }
    }

    private Map<Position, MessageRow.EditRow> edits(Path part) {
        var edits = new HashMap<Position, MessageRow.EditRow>();
        for (var edit : rows.edits.select(MessageRow.EditRow.class, MessageRow.EditRow.COLUMNS, part)) {
            edits.put(edit.position(), edit);
        }
        return edits;
    }

    /**
     * Returns those of the given positions whose rows are not beyond retention at this moment. The caller must have
     * read the edits of these rows before: the purge deletes the edits of a row first, and keeps the row if forks read
     * it, so a history without this check could show the row without its edits. Throws 503 {@code busy} if the session
     * was deleted or cleared meanwhile.
     */
    private List<Position> stillRetained(List<Position> positions) {
        var query = em.createQuery(
                        "select s.version, s.counters.trimmed from Session s where s.tree = :tree", Retained.class)
                .setParameter("tree", rows.tree);
        var now = Results.first(query).orElseThrow(ChunkReader::deletedMeanwhile);
        if (!now.trimmed() || now.version() == version) {
            return positions;
        }
        var retained = new HashSet<Position>();
        for (var piece : RangeQuery.ranges(positions)) {
            retained.addAll(rows.selectMessages(Position.class, "m.position", piece, " and" + MessageRows.RETAINED));
        }
        return positions.stream().filter(retained::contains).toList();
    }

    private List<byte[]> bodies(
            List<Position> positions,
            Map<Position, WrittenRow> written,
            Map<Position, MessageRow.EditRow> edits,
            boolean hasEdits) {
        var editedBodies =
                rows.edits.bodies(positions.stream().filter(edits::containsKey).toList());
        var bodies = new ArrayList<byte[]>(positions.size());
        for (var at : hasEdits ? stillRetained(positions) : positions) {
            var body = edits.containsKey(at)
                    ? editedBodies.get(at)
                    : written.get(at).body();
            if (!edits.containsKey(at) && body.length == 0) {
                throw deletedMeanwhile();
            }
            // Null or empty if the message was deleted between two of the statements.
            if (body != null && body.length > 0) {
                bodies.add(body);
            }
        }
        return bodies;
    }
}
