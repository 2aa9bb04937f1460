package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.Results;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads histories: the messages from a root to a leaf. Reading the end of a path costs time in proportion to the
 * messages read; if the session has compactions, also to its compactions and the branches of the path. Reading a whole
 * path costs time in proportion to its messages and branches. The session's other messages add no cost, and a path may
 * have any depth. Takes no lock. {@link EffectivePath} applies compactions.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Histories {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /**
     * This bean through its EJB proxy. While the response is written, the messages of a history are read in chunks,
     * each by a new call through this proxy.
     */
    @EJB
    private Histories self;

    /**
     * Returns the part of a path that the query selects, such as the last 20 messages. The messages are read later:
     * while the response is written, or through {@link History#pieces}. Compactions are applied, and the messages that
     * they replace are not read, unless the query asks for the raw messages. The last message of the path, or the last
     * one above the query's {@code before}, is always included, even if it alone exceeds the query's limits. The result
     * has no messages if there is no such message. If the query has no {@code leafId}, and {@code before} is not on the
     * path to the session's leaf, the path leads to the message {@code before} instead. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the query's
     * {@code leafId} or {@code before} is unknown, or if {@code before} is not on the path to {@code leafId}, 503
     * {@code busy} if rows of the path were purged meanwhile.
     */
    public History history(SessionName name, HistoryQuery query) {
        while (true) {
            var history = history(sessions.read(name), query);
            if (history.isPresent()) {
                return history.get();
            }
        }
    }

    /**
     * Returns the part of a path that begins with the query's message {@code from} and continues towards the leaf. The
     * messages are read later, as those of {@link #history(SessionName, HistoryQuery)} are. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the query's
     * {@code leafId} or {@code from} is unknown, or if {@code from} is not on the path to {@code leafId}.
     */
    public History history(SessionName name, ForwardQuery query) {
        while (true) {
            var session = sessions.read(name);
            var history = new ForwardReader(em, session, query).read(self);
            if (history.isPresent()) {
                return history.get();
            }
        }
    }

    /**
     * Returns what {@link #history(SessionName, HistoryQuery)} returns, without reading the session's row again. Throws
     * the same errors, except {@code session-not-found}. Empty only if the session was changed after its row was read:
     * a compaction was removed, or the limit {@code maxMessages} has removed the leaf. Then the caller must read the
     * session's row again and retry.
     *
     * @param session the session's row as read before
     */
    public Optional<History> history(Session session, HistoryQuery query) {
        var reader = new TreeReader(em, session);
        var overlays = new OverlayReader(em, session, reader);
        var end = end(reader, overlays, session, query);
        if (end.last() == null) {
            return Optional.of(
                    new History(session.sessionId(), end.leafId(), end.length(), 0, 0, false, null, List::of));
        }
        if (reader.branches.isTrimmed(end.last())) {
            return Optional.empty();
        }
        var window = window(reader, overlays, session, query, end.last());
        var first = PathPieces.firstSummaries(window.effectivePath().pieces());
        var summaries = OverlayReader.summaryMessages(em, first);
        if (summaries.size() < first.size()) {
            return Optional.empty();
        }
        var pieces =
                truncated(reader, query, end, window, new PathPieces(self, session, window.effectivePath(), summaries));
        return Optional.of(history(session, end, window, pieces));
    }

    private static History history(Session session, End end, PathWindow window, History.Pieces pieces) {
        return new History(
                session.sessionId(),
                end.leafId(),
                end.length(),
                window.tokens(),
                window.bytes(),
                window.isTruncated(),
                window.first(),
                pieces);
    }

    /**
     * Returns the messages of a history. If the query asks for it, the tool outputs of old messages are truncated. All
     * messages are old except the newest ones, whose number {@link TruncationWindow#newest} returns. If the query
     * selects a page of older messages ({@code before}), all messages of the page are old.
     */
    private static History.Pieces truncated(
            TreeReader reader, HistoryQuery query, End end, PathWindow window, History.Pieces pieces) {
        if (query.truncation() == null) {
            return pieces;
        }
        if (query.before() != null) {
            return new TruncatedPieces(pieces, Integer.MAX_VALUE);
        }
        int count = query.isWindow() ? window.count() : messageCount(reader, window.effectivePath());
        return new TruncatedPieces(
                pieces, count - query.truncation().newest(end.last().depth() + 1));
    }

    /**
     * Returns the number of messages and summaries of a path with compactions applied. Counts rows by their positions
     * and subtracts the messages that edits (stored updates and deletes) delete; only the sums of these edits are
     * queried.
     */
    private static int messageCount(TreeReader reader, EffectivePath path) {
        int count = 0;
        for (var piece : path.pieces()) {
            count += piece instanceof EffectivePath.Rows rows
                    ? rows.path().rowCount()
                            + reader.rows.edits.sums(rows.path()).count()
                    : 1;
        }
        return count;
    }

    /**
     * Selects the rows and summaries that a query asks for. Loads only the branches near the end of the path if the
     * query limits the messages, and no compactions are applied: the session has none, or the query asks for the raw
     * messages. Otherwise loads all branches of the path.
     *
     * @param last position of the last row to read, inclusive
     */
    private PathWindow window(
            TreeReader reader, OverlayReader overlays, Session session, HistoryQuery query, Position last) {
        var window = new PathWindow(reader, query);
        boolean isPlain = query.raw() || overlays.spans().isEmpty();
        if (query.isWindow() && isPlain) {
            window.readBackwards(last);
            return window;
        }
        var path = reader.pathTo(last);
        long bytesAbove = reader.sumsAbove(path).bytes();
        if (isPlain) {
            window.addAll(EffectivePath.withoutOverlays(path, bytesAbove), tokens(reader, session, path));
        } else if (query.isWindow()) {
            window.readBackwards(EffectivePath.of(path, overlays.spans(), bytesAbove));
        } else {
            window.addAll(
                    EffectivePath.of(path, overlays.spans(), bytesAbove),
                    tokens(reader, session, path) + overlays.tokens(path));
        }
        return window;
    }

    /**
     * The end of the messages that a query selects, and the leaf of their path.
     *
     * @param leafId id of the leaf to which the whole path leads, for the response; null if the session has no message
     * @param length number of messages of the whole path
     * @param last position of the last row to read: that of the leaf, or of the row above the message that the query's
     *     {@code before} names; null if there is no such row
     */
    private record End(String leafId, int length, Position last) {}

    private End end(TreeReader reader, OverlayReader overlays, Session session, HistoryQuery query) {
        var current = session.leaf();
        if (query.before() == null && (query.leafId() == null || query.leafId().equals(session.leafId()))) {
            if (current == null) {
                return new End(null, 0, null);
            }
            return new End(current.id(), current.length(), new Position(current.branch(), current.depth()));
        }
        var before = query.before() == null ? null : beforePosition(reader, overlays, query.before());
        var leaf = leaf(reader, session, query, before);
        int length =
                leaf.id().equals(session.leafId()) ? session.leaf().length() : reader.messageDepth(leaf.position()) + 1;
        var last = before == null
                ? leaf.position()
                : reader.branches.rowAbove(before); // a deleted row too: a summary may end at it
        return new End(leaf.id(), length, last);
    }

    private static MessageRow leaf(TreeReader reader, Session session, HistoryQuery query, Position before) {
        var leaf = reader.leaf(session, query.leafId());
        if (leaf.isPresent() && (before == null || reader.branches.isOnPath(before, lastRow(session, leaf.get())))) {
            return leaf.get();
        }
        if (query.leafId() != null) {
            throw new Problem(Code.MESSAGE_NOT_FOUND, "The message given by before is not on the path to leafId.");
        }
        // The leaf has moved to another branch since the client read the previous page, or all messages were deleted:
        // continue on the client's branch.
        return reader.rows.at(before).or(() -> reader.parent(before)).orElseThrow(Problem::noMessage);
    }

    /**
     * Returns the position of the last row of the path to a leaf. This is the row of the leaf's message, except in a
     * fork that was made at a summary whose last message is deleted: then it is the last row that the summary replaces.
     */
    static Position lastRow(Session session, MessageRow leaf) {
        var current = session.leaf();
        return leaf.id().equals(session.leafId()) ? new Position(current.branch(), current.depth()) : leaf.position();
    }

    /**
     * Returns the position of the message with this id. If the id is that of a summary, returns the position of the
     * first message that the summary replaces. Throws 404 {@code message-not-found} if neither a message nor a summary
     * has the id.
     *
     * @param id value of the query parameter {@code before}
     */
    private static Position beforePosition(TreeReader reader, OverlayReader overlays, String id) {
        return id.startsWith(Ids.RESERVED)
                ? overlays.find(id).orElseThrow(Problem::noMessage).from()
                : reader.get(id).position();
    }

    private long tokens(TreeReader reader, Session session, Path path) {
        var leaf = session.leaf();
        // The leaf is null if the path's messages were appended to an empty session after its row was read.
        if (leaf != null && path.last().equals(new Position(leaf.branch(), leaf.depth()))) {
            return leaf.tokens();
        }
        return Results.first(em.createQuery("select m.pathTokens from Message m where m.position = :last", Long.class)
                                .setParameter("last", path.last()))
                        .orElseThrow(TreeReader::purgedMeanwhile)
                - reader.sumsAbove(path).tokens()
                + reader.rows.edits.sums(path).tokens();
    }

    /**
     * Returns the summary messages of compactions as JSON, by the database id of the compaction's row. Compactions that
     * were removed are left out.
     *
     * @param numbers database ids of the rows
     */
    public Map<Long, byte[]> summaries(Collection<Long> numbers) {
        return OverlayReader.summaryMessages(em, numbers);
    }

    /**
     * Returns the next messages of a path, as many as one chunk holds (500 rows, about 1 MiB), and the position of the
     * last row that was read. Rows that were purged since the history was requested are skipped. Throws 503
     * {@code busy} if the session was deleted or cleared since it was read. Holds no database connection when it
     * returns.
     *
     * @param session the session as it was read when the history was requested
     * @param rest the rows of the path that were not read yet; not empty
     * @param pathBytes bytes of all rows of the path above {@code rest}, as first written
     */
    public Chunk chunk(Session session, Path rest, long pathBytes) {
        return new ChunkReader(em, session).read(rest, pathBytes);
    }
}
