package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Settings;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.db.JdbcReads;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * Reads single messages and pages of messages. Takes no lock. Unless stated otherwise, pages are in the order of
 * appending. A new message comes after all others of its session, so a reader with a cursor misses no message and gets
 * none twice while messages are appended. A page of messages with bodies has at most {@code coppice.message.max-bytes}
 * bytes, but at least one message.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Entries {
    /** Maximum number of attempts to read the leaf. An attempt fails if the leaf is deleted between two statements. */
    private static final int LEAF_ATTEMPTS = 5;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private JdbcReads jdbc;

    @Inject
    private Sessions sessions;

    @Inject
    private Settings settings;

    /**
     * Returns a message with its place in the tree. Throws 404 {@code session-not-found} or {@code message-not-found}
     * if there is no such session or message.
     */
    public Entry get(SessionName name, String id) {
        return get(name, id, bytes -> {});
    }

    /**
     * Returns a message with its place in the tree, and reports how much memory it needs. Throws 404
     * {@code session-not-found} or {@code message-not-found} if there is no such session or message.
     *
     * @param memory called before the message's body is read, with the number of bytes of the body; may throw an
     *     exception to refuse the body
     */
    public Entry get(SessionName name, String id, LongConsumer memory) {
        var reader = reader(name);
        var row = reader.get(id);
        memory.accept(row.bytes());
        return entry(reader, row).orElseThrow(Problem::noMessage);
    }

    /**
     * Returns the session's leaf (the message appended last) with its place in the tree. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if it has no message, 503
     * {@code busy} if the leaf was deleted again and again while it was read.
     */
    public Entry leaf(SessionName name) {
        for (int attempt = 0; attempt < LEAF_ATTEMPTS; attempt++) {
            var leaf = leaf(sessions.read(name));
            if (leaf.isPresent()) {
                return leaf.get();
            }
        }
        throw TreeReader.purgedMeanwhile();
    }

    /**
     * Returns the session's leaf. Empty if it was deleted after the session's row was read. Throws 404
     * {@code message-not-found} if the session has no message.
     */
    private Optional<Entry> leaf(Session session) {
        if (session.leaf() == null) {
            throw Problem.noMessage();
        }
        return LeafReader.read(jdbc, session).or(() -> {
            var reader = new TreeReader(em, session);
            return reader.find(session.leafId()).flatMap(row -> entry(reader, row));
        });
    }

    /** Returns a message with its place in the tree; empty if it was deleted after {@code row} was read. */
    private Optional<Entry> entry(TreeReader reader, MessageRow row) {
        return entries(reader, List.of(row)).stream().findFirst();
    }

    /**
     * Returns the number of messages on the path from a root to a message, both inclusive. Messages that a summary
     * replaces count; deleted ones, and those removed by {@code maxMessages}, do not. The number is computed from
     * stored sums, without reading messages. Throws 404 {@code session-not-found} or {@code message-not-found}.
     *
     * @param leafId id of the message, or null for the session's leaf; for a session without messages the result is 0
     */
    public int pathLength(SessionName name, String leafId) {
        var session = sessions.read(name);
        if (leafId == null || leafId.equals(session.leafId())) {
            return session.leaf() == null ? 0 : session.leaf().length();
        }
        var reader = new TreeReader(em, session);
        return reader.messageDepth(reader.get(leafId).position()) + 1;
    }

    /**
     * Returns a page of the children of a message in the order of appending. Throws 404 {@code session-not-found} or
     * {@code message-not-found}, 400 {@code malformed} if the cursor belongs to another list.
     *
     * @param id id of the message
     * @param limit maximum number of children, inclusive
     * @param cursor {@code nextCursor} of the page before; null for the first page
     */
    public Page<Entry> children(SessionName name, String id, int limit, String cursor) {
        var reader = reader(name);
        long after = cursor == null ? 0 : Cursor.read("children", 1, cursor)[0];
        var rows = new Children(em, reader).of(reader.get(id).position(), after, limit + 1);
        return page(reader, "children", rows, limit, MessageRow::seq);
    }

    /**
     * Returns a page of all messages of the session, on all branches, in the order of appending. Throws 404
     * {@code session-not-found}, 400 {@code malformed} if the cursor belongs to another list.
     *
     * @param limit maximum number of messages, inclusive
     * @param cursor {@code nextCursor} of the page before; null for the first page
     */
    public Page<Entry> list(SessionName name, int limit, String cursor) {
        var reader = reader(name);
        return page(reader, "entries", rowsInOrder(reader, "entries", limit, cursor), limit, MessageRow::seq);
    }

    /**
     * Returns a page of all messages of the session, on all branches, without their bodies, in the order of appending.
     * Throws 404 {@code session-not-found}, 400 {@code malformed} if the cursor belongs to another list.
     *
     * @param limit maximum number of messages, inclusive
     * @param cursor {@code nextCursor} of the page before; null for the first page
     */
    public TreePage tree(SessionName name, int limit, String cursor) {
        var session = sessions.read(name);
        var reader = new TreeReader(em, session);
        var rows = rowsInOrder(reader, "tree", limit, cursor);
        var pageRows = rows.subList(0, Math.min(limit, rows.size()));
        var next = rows.size() > limit ? Cursor.of("tree", rows.get(limit - 1).seq()) : null;
        return new TreePage(nodes(reader, pageRows), session.leafId(), next);
    }

    private List<TreePage.Node> nodes(TreeReader reader, List<MessageRow> rows) {
        var relatives = new ParentsAndChildren(em, reader);
        var parents = relatives.parentIds(rows);
        var children =
                relatives.childCounts(rows.stream().map(MessageRow::position).toList());
        return rows.stream()
                .map(row -> new TreePage.Node(
                        row.id(),
                        parents.get(row.position()),
                        row.role(),
                        row.preview(),
                        row.createdAt(),
                        row.tokens(),
                        row.bytes(),
                        children.getOrDefault(row.position(), 0)))
                .toList();
    }

    /**
     * Returns a page of the tree's runs of messages: sequences of which each message but the last has exactly one
     * child. A run comes after the run that its first message's parent belongs to; otherwise runs are in the order in
     * which their branches began. The cost depends on the numbers of branches and edits, not on the number of messages.
     * A page has at most {@code limit} runs. {@code cursor} is null for the first page, else {@code nextCursor} of the
     * page before. Throws 404 {@code session-not-found}, 400 {@code malformed} if the cursor belongs to another list.
     */
    public TreePage runs(SessionName name, int limit, String cursor) {
        var session = sessions.read(name);
        return new MessageRuns(em, new TreeReader(em, session)).page(limit, cursor, session.leafId());
    }

    private List<MessageRow> rowsInOrder(TreeReader reader, String kind, int limit, String cursor) {
        long after = cursor == null ? 0 : Cursor.read(kind, 1, cursor)[0];
        return reader.rowsAfter(after, limit + 1);
    }

    /**
     * Returns a page of the messages without children, in the order in which their branches began, at most
     * {@code limit}. If {@code nextCursor} is not null, more pages follow, even if this page has fewer than
     * {@code limit} messages. {@code cursor} is null for the first page, else {@code nextCursor} of the page before.
     * Throws 404 {@code session-not-found}, 400 {@code malformed} if the cursor belongs to another list.
     */
    public Page<Entry> leaves(SessionName name, int limit, String cursor) {
        var reader = reader(name);
        var leaves = new Leaves(em, reader).page(limit, cursor);
        int size = fitting(leaves.rows(), limit);
        return new Page<>(entries(reader, leaves.rows().subList(0, size)), leaves.nextCursor(size));
    }

    /**
     * Returns a page of the ids of the messages without children, in the order of {@link #leaves}, without reading
     * bodies. The sizes of the messages do not limit a page of ids. Parameters and errors are those of {@link #leaves}.
     */
    public LeafIds leafIds(SessionName name, int limit, String cursor) {
        var leaves = new Leaves(em, reader(name)).page(limit, cursor);
        return new LeafIds(leaves.rows().stream().map(MessageRow::id).toList(), leaves.nextCursor());
    }

    private TreeReader reader(SessionName name) {
        return new TreeReader(em, sessions.read(name));
    }

    /**
     * Creates a page of at most {@code limit} messages with at most {@code coppice.message.max-bytes} bytes, but at
     * least one.
     *
     * @param kind name of the list, such as {@code children}; it is part of the cursor, so that a cursor is refused for
     *     another list
     * @param rows the messages; one more than {@code limit} if another page follows
     * @param key returns the number by which the list orders a message; the number of the page's last message becomes
     *     part of the cursor
     */
    private Page<Entry> page(
            TreeReader reader, String kind, List<MessageRow> rows, int limit, ToLongFunction<MessageRow> key) {
        int size = fitting(rows, limit);
        var next = rows.size() > size ? Cursor.of(kind, key.applyAsLong(rows.get(size - 1))) : null;
        return new Page<>(entries(reader, rows.subList(0, size)), next);
    }

    private int fitting(List<MessageRow> rows, int limit) {
        return Page.fitting(rows.stream().map(MessageRow::bytes).toList(), limit, settings.messageMaxBytes());
    }

    private List<Entry> entries(TreeReader reader, List<MessageRow> rows) {
        var positions = rows.stream().map(MessageRow::position).toList();
        var bodies = reader.rows.bodies(positions);
        var relatives = new ParentsAndChildren(em, reader);
        var parents = relatives.parentIds(rows);
        var children = relatives.childCounts(positions);
        var depths = new MessageDepths(reader).of(positions);
        return rows.stream()
                .filter(row -> bodies.containsKey(row.position()))
                .map(row -> new Entry(
                        row.id(),
                        parents.get(row.position()),
                        depths.get(row.position()),
                        row.tokens(),
                        bodies.get(row.position()).length,
                        row.createdAt(),
                        children.getOrDefault(row.position(), 0),
                        bodies.get(row.position()),
                        row.version()))
                .toList();
    }
}
