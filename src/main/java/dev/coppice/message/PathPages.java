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
import java.util.function.LongConsumer;

/**
 * Reads the path to a session's leaf page by page, in both directions, without applying compactions. The cost of a page
 * is proportional to its messages. To read a page forwards (from the root downwards), the branches between the page and
 * the leaf are loaded, too. Takes no lock. Methods throw 404 {@code session-not-found} if the session does not exist.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class PathPages {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /**
     * Returns the JSON of the session's message with this id, on any branch; empty if there is none. Throws 404
     * {@code session-not-found} if the session does not exist.
     *
     * @param memory called before the message is read, with the number of its bytes; may throw an exception to refuse
     *     the message
     */
    public Optional<byte[]> find(SessionName name, String id, LongConsumer memory) {
        var reader = new TreeReader(em, sessions.read(name));
        return reader.find(id).flatMap(row -> {
            memory.accept(row.bytes());
            var body = reader.rows.bodies(List.of(row.position())).get(row.position());
            return Optional.ofNullable(body);
        });
    }

    /**
     * Selects a page of the messages on a path: those directly after or before a given message.
     *
     * @param from id of the given message, exclusive; null for the first page, which begins with the root or with the
     *     leaf
     * @param forward true for the messages after {@code from}, from the root downwards; false for the messages before
     *     it, from the leaf upwards
     * @param limit maximum number of messages, at least 1
     * @param maxBytes maximum bytes of the messages' JSON together; the first message is on the page even if it is
     *     larger
     */
    public record PageQuery(String from, boolean forward, int limit, long maxBytes) {}

    /**
     * Returns a page of the messages on the path to the session's leaf. If the query's {@code from} is not on the path
     * to the session's leaf, because the leaf has moved to another branch, the page continues on the branch of that
     * message. The page is empty if the session has no messages or no further message follows. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the session has
     * messages, but none with the id {@code from}, 503 {@code busy} if the session was deleted or cleared meanwhile.
     *
     * @param memory called with the number of bytes of the messages that are held in memory; may throw an exception to
     *     refuse them. A page backwards calls it before the messages are read; a page forwards calls it after each
     *     chunk of about 1 MiB.
     */
    public PathPage page(SessionName name, PageQuery query, LongConsumer memory) {
        var session = sessions.read(name);
        if (session.leaf() == null) {
            return PathPage.EMPTY;
        }
        var reader = new TreeReader(em, session);
        var leaf = new Position(session.leaf().branch(), session.leaf().depth());
        var from = query.from() == null ? null : reader.get(query.from()).position();
        if (query.forward()) {
            return forward(session, reader, rest(reader, from, leaf), query, memory);
        }
        var last = from == null ? leaf : reader.branches.rowAbove(from);
        return last == null || reader.branches.isTrimmed(last)
                ? PathPage.EMPTY
                : backward(session, reader, last, query, memory);
    }

    private PathPage backward(Session session, TreeReader reader, Position last, PageQuery query, LongConsumer memory) {
        var limits = new HistoryQuery(null, query.limit(), null, null, query.maxBytes(), true);
        var window = new PathWindow(reader, limits);
        window.readBackwards(last);
        memory.accept(window.bytes());
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

    /**
     * Returns the rows below the position {@code above}: down to the leaf if the path to the leaf contains the
     * position, else down to the end of the position's branch. If {@code above} is null, returns the whole path to the
     * leaf.
     */
    private static Path rest(TreeReader reader, Position above, Position leaf) {
        if (above == null) {
            return reader.pathTo(leaf);
        }
        return Path.below(above, leaf, reader.branches::get).orElseGet(() -> {
            var last = reader.lastOnBranchFrom(above).map(MessageRow::position).orElse(above);
            return Path.below(above, last, reader.branches::get).orElse(Path.EMPTY);
        });
    }

    private PathPage forward(Session session, TreeReader reader, Path path, PageQuery query, LongConsumer memory) {
        var chunks = new ChunkReader(em, session);
        var chunkSize = new ChunkSize(ChunkReader.MAX_ROWS);
        var messages = new ArrayList<byte[]>();
        var rest = path;
        long pathBytes = reader.sumsAbove(rest).bytes();
        long bytes = 0;
        while (!rest.isEmpty() && messages.size() <= query.limit() && bytes <= query.maxBytes()) {
            // One more than the page has, to know whether another page follows.
            int size = chunkSize.next((long) query.limit() + 1 - messages.size());
            var chunk = chunks.read(rest.head(size, RangeQuery.MAX), pathBytes);
            chunkSize.record(
                    chunk.last().depth() - rest.first().depth() + 1,
                    chunk.bodies().size());
            messages.addAll(chunk.bodies());
            bytes += chunk.bodies().stream().mapToLong(body -> body.length).sum();
            memory.accept(bytes);
            rest = rest.after(chunk.last());
            pathBytes = chunk.pathBytes();
        }
        return cut(messages, query.limit(), query.maxBytes(), !rest.isEmpty());
    }

    /**
     * Returns a page with the first of the given messages: as many as {@code limit} and {@code maxBytes} allow, but at
     * least one.
     *
     * @param messages the messages that were read, in the order of the path
     * @param more true if the path continues after them
     */
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
