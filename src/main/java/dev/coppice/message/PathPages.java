package dev.coppice.message;

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
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Reads the path to a session's leaf page by page, in both directions, without applying compactions. The cost of a page
 * is proportional to its messages. A page that is read forwards also loads the branches between the page and the leaf.
 * Takes no lock. Methods throw 404 {@code session-not-found} if the session does not exist.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class PathPages {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /** Returns the JSON of a message of the session, on any branch; empty if there is no such message. */
    public Optional<byte[]> find(SessionName name, String id) {
        var reader = new TreeReader(em, sessions.read(name));
        return reader.find(id)
                .map(MessageRow::position)
                .flatMap(at ->
                        Optional.ofNullable(reader.rows.bodies(List.of(at)).get(at)));
    }

    /**
     * Returns the messages before or after a message. If that message is not on the path to the session's leaf, because
     * the leaf has moved to another branch, the page continues on the branch of that message. Throws 404
     * {@code message-not-found} if the session has no such message.
     *
     * @param from id of the message, which is not part of the page; null for all messages of the path
     * @param forward true for the messages after {@code from}, from the root downwards; false for the messages before
     *     it, from the leaf upwards
     * @param limit maximum number of messages, at least 1
     * @param maxBytes maximum bytes of the messages' JSON together; the first message is on the page even if it is
     *     larger
     */
    public PathPage page(SessionName name, String from, boolean forward, int limit, long maxBytes) {
        var session = sessions.read(name);
        if (session.leaf() == null) {
            return PathPage.EMPTY;
        }
        var reader = new TreeReader(em, session);
        var leaf = new Position(session.leaf().branch(), session.leaf().depth());
        var start = from == null ? null : reader.get(from).position();
        return forward
                ? below(session, reader, start, leaf, limit, maxBytes)
                : above(session, reader, start == null ? leaf : reader.branches.rowAbove(start), limit, maxBytes);
    }

    private PathPage above(Session session, TreeReader reader, Position last, int limit, long maxBytes) {
        if (last == null || reader.branches.isTrimmed(last)) {
            return PathPage.EMPTY;
        }
        var window = new PathWindow(reader, new HistoryQuery(null, limit, null, null, maxBytes, true));
        window.readBackwards(last);
        var chunks = new ChunkReader(em, session);
        var messages = new ArrayList<byte[]>();
        for (var piece : window.effectivePath().pieces()) {
            var rows = (EffectivePath.Rows) piece;
            var rest = rows.path();
            long pathBytes = rows.bytesAbove();
            while (!rest.isEmpty()) {
                var chunk = chunks.read(rest, pathBytes);
                messages.addAll(chunk.bodies());
                rest = rest.after(chunk.last());
                pathBytes = chunk.pathBytes();
            }
        }
        Collections.reverse(messages);
        return new PathPage(messages, window.isTruncated());
    }

    private PathPage below(
            Session session, TreeReader reader, Position above, Position leaf, int limit, long maxBytes) {
        var end = above == null || reader.branches.isOnPath(above, leaf)
                ? leaf
                : reader.lastOnBranchFrom(above).map(MessageRow::position).orElse(above);
        var path = reader.pathTo(end);
        var rest = above == null ? path : path.after(above);
        var chunks = new ChunkReader(em, session);
        var messages = new ArrayList<byte[]>();
        long pathBytes = reader.sumsAbove(rest).bytes();
        long bytes = 0;
        while (!rest.isEmpty() && messages.size() <= limit && bytes <= maxBytes) {
            // One more than the page has, to know whether another page follows.
            var chunk = chunks.read(rest.head(limit + 1 - messages.size(), RangeQuery.MAX), pathBytes);
            for (var body : chunk.bodies()) {
                bytes += body.length;
                messages.add(body);
            }
            rest = rest.after(chunk.last());
            pathBytes = chunk.pathBytes();
        }
        return cut(messages, limit, maxBytes, !rest.isEmpty());
    }

    /** Returns the page that consists of the first messages within the limits. */
    private static PathPage cut(List<byte[]> messages, int limit, long maxBytes, boolean more) {
        int size = 0;
        long bytes = 0;
        while (size < Math.min(limit, messages.size())
                && (size == 0 || bytes + messages.get(size).length <= maxBytes)) {
            bytes += messages.get(size++).length;
        }
        return new PathPage(List.copyOf(messages.subList(0, size)), more || size < messages.size());
    }
}
