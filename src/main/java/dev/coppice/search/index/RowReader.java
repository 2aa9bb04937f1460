package dev.coppice.search.index;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
import dev.coppice.session.Tree;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Reads the rows that are to be indexed, in chunks of limited size, together with the owner of each row. For one
 * transaction; not thread-safe.
 */
final class RowReader {
    /**
     * Maximum number of rows in a chunk. Indexing a chunk of this size takes a few hundred milliseconds. During a
     * rebuild, new messages may have to wait that long until they are indexed.
     */
    static final int CHUNK = 500;

    /**
     * Maximum size in bytes of all bodies in a chunk (of messages, edits or entries), so that a chunk fits in memory. A
     * single row with a larger body is read as a chunk of its own.
     */
    private static final long MAX_BYTES = 4 << 20;

    private static final String WITH_ID = " from IndexedMessage d where d.tree = :tree and d.messageId = :id";

    private final EntityManager em;

    /** Owners that were read already, by the database id of their tree; null for trees without an owner. */
    private final Map<Long, Owner> owners = new HashMap<>();

    RowReader(EntityManager em) {
        this.em = em;
    }

    /** Returns the row with this primary key; null if it does not exist. */
    IndexedRow find(DocumentType type, Object id) {
        var row = em.find(type.rows(), id);
        if (row != null) {
            setOwners(List.of(row));
        }
        return row;
    }

    /**
     * Returns the next rows after a position of a scan, at most {@link #CHUNK}. All rows have the document type of the
     * position; empty if there are no more rows of this type.
     */
    List<? extends IndexedRow> after(ScanPosition at) {
        return after(at, 0);
    }

    /**
     * Returns the next rows after a position of a scan, at most {@link #CHUNK}. The keys of these rows begin with the
     * same {@code fixed} numbers as the key of the position; empty if there are no more such rows. For example,
     * {@code fixed} is 1 to read the edits of one tree.
     *
     * <p>Sends several queries, because databases would not use the primary key for a single query with all conditions.
     * The first query searches for rows that differ from the position only in the last number of the key, the next
     * query for rows that differ in the last two numbers, and so on.
     */
    List<? extends IndexedRow> after(ScanPosition at, int fixed) {
        List<? extends IndexedRow> rows = List.of();
        for (int equal = at.key().size() - 1; equal >= fixed && rows.isEmpty(); equal--) {
            rows = after(at, equal, at.type().rows());
        }
        setOwners(rows);
        return rows;
    }

    private <T> List<T> after(ScanPosition at, int equal, Class<T> rows) {
        var type = at.type();
        var attributes = type.attributes();
        var query = type.from() + " where " + equalTo(type, equal) + attributes.get(equal) + " > :after order by "
                + String.join(", ", attributes);
        var parameters = equalParameters(at, equal);
        parameters.put(
                "after", DocumentType.inRow(type.fields().get(equal), at.key().get(equal)));
        return chunk(rows, query, CHUNK, parameters);
    }

    /**
     * Returns a JPQL condition for the rows whose keys begin with the same {@code count} numbers as the key of a
     * position. It ends with {@code and}, for example {@code "d.position.branch = :equal0 and "}; empty for the count
     * 0. {@link #equalParameters} returns the values of its parameters.
     */
    static String equalTo(DocumentType type, int count) {
        var condition = new StringBuilder();
        for (int i = 0; i < count; i++) {
            condition
                    .append(type.attributes().get(i))
                    .append(" = :equal")
                    .append(i)
                    .append(" and ");
        }
        return condition.toString();
    }

    /**
     * Returns the values of the parameters in the condition of {@link #equalTo}, by the parameter's name.
     *
     * @param at the position whose numbers the rows must have
     * @param count how many numbers of the key the condition compares
     */
    static Map<String, Object> equalParameters(ScanPosition at, int count) {
        var parameters = new HashMap<String, Object>();
        for (int i = 0; i < count; i++) {
            parameters.put(
                    "equal" + i,
                    DocumentType.inRow(at.type().fields().get(i), at.key().get(i)));
        }
        return parameters;
    }

    /**
     * Returns the first rows of a query: at most {@code limit}, and fewer if their bodies together would exceed
     * {@link #MAX_BYTES}. At least one row is returned if there is any.
     *
     * @param query the JPQL query, beginning with the from clause; the alias of the rows is {@code d}
     * @param parameters values of the query's parameters, by name
     */
    private <T> List<T> chunk(Class<T> rows, String query, int limit, Map<String, Object> parameters) {
        int count = countWithinLimit(query("select d.bytes" + query, Integer.class, parameters)
                .setMaxResults(limit)
                .getResultList());
        return count == 0
                ? List.of()
                : query("select d" + query, rows, parameters)
                        .setMaxResults(count)
                        .getResultList();
    }

    private <T> TypedQuery<T> query(String query, Class<T> result, Map<String, Object> parameters) {
        var typed = em.createQuery(query, result);
        parameters.forEach(typed::setParameter);
        return typed;
    }

    /**
     * Returns how many bodies, from the first one on, together have at most {@link #MAX_BYTES} bytes; at least one,
     * unless the list is empty.
     *
     * @param sizes the sizes of the bodies in bytes
     */
    private static int countWithinLimit(List<Integer> sizes) {
        int count = 0;
        long bytes = 0;
        for (int size : sizes) {
            bytes += size;
            if (count > 0 && bytes > MAX_BYTES) {
                break;
            }
            count++;
        }
        return count;
    }

    /**
     * Returns the database ids of the trees from which a fork's tree may inherit messages. The first is the tree that
     * this tree was forked from, the next is the tree that the first was forked from, and so on. Empty if the tree does
     * not belong to a fork.
     */
    List<Long> sources(long tree) {
        var sources = new ArrayList<Long>();
        for (var at = em.find(Tree.class, tree);
                at != null && at.baseTree() != null;
                at = em.find(Tree.class, at.baseTree())) {
            sources.add(at.baseTree());
        }
        return sources;
    }

    /**
     * Returns the next rows of a tree that is indexed again: first its edits, then its messages. If {@code at} still
     * has edits to read, an empty list means that all edits were returned. Otherwise, an empty list means that all
     * messages were returned.
     *
     * @param at progress of the task, which says what was indexed already
     * @param limit maximum number of messages; the number of edits is limited by {@link #CHUNK} instead
     */
    List<? extends IndexedRow> next(PendingTree at, int limit) {
        return at.edit() == null ? withSeq(at.tree(), at.seq() + 1, Long.MAX_VALUE, limit) : after(at.edit(), 1);
    }

    /**
     * Returns messages of a tree in the order of their sequence numbers, from {@code first} to {@code last}, both
     * included; empty if there are none. If not all are returned, the next call must begin with the last returned
     * number plus one.
     *
     * @param limit maximum number of messages; fewer are returned if their bodies are large
     */
    List<IndexedMessage> withSeq(long tree, long first, long last, int limit) {
        var rows = chunk(
                IndexedMessage.class,
                " from IndexedMessage d where d.tree = :tree and d.seq between :first and :last order by d.tree, d.seq",
                limit,
                Map.of("tree", tree, "first", first, "last", last));
        setOwners(rows);
        return rows;
    }

    /**
     * Returns all texts that a tree has of the message with this id: the original text if the message was written in
     * this tree, and the text of the edit if this tree has an edit of the message.
     *
     * @param sources the trees from which the tree inherits messages, see {@link #sources}
     */
    List<IndexedText> withId(long tree, List<Long> sources, String id) {
        var texts = new ArrayList<IndexedText>(
                query("select d" + WITH_ID, IndexedMessage.class, Map.of("tree", tree, "id", id))
                        .getResultList());
        var positions = new ArrayList<Position>();
        texts.forEach(row -> positions.add(row.position()));
        for (long source : sources) {
            positions.addAll(query("select d.position" + WITH_ID, Position.class, Map.of("tree", source, "id", id))
                    .getResultList());
        }
        for (var at : positions) {
            var edit = em.find(IndexedEdit.class, new Edit.Key(tree, at.branch(), at.depth()));
            if (edit != null) {
                texts.add(edit);
            }
        }
        setOwners(texts);
        return texts;
    }

    /** Sets the owner of each text in the rows, and marks each block entry that belongs to a deleted session. */
    private void setOwners(List<? extends IndexedRow> rows) {
        var trees = new HashSet<Long>();
        var sessions = new HashSet<Long>();
        for (var row : rows) {
            if (row instanceof IndexedText text && !owners.containsKey(text.tree())) {
                trees.add(text.tree());
            } else if (row instanceof IndexedEntry entry && entry.session() != null) {
                sessions.add(entry.session());
            }
        }
        var found = Owner.ofTrees(em, trees);
        trees.forEach(tree -> owners.put(tree, found.get(tree)));
        var existing = Owner.existing(em, sessions);
        for (var row : rows) {
            if (row instanceof IndexedText text) {
                text.ownedBy(owners.get(text.tree()));
            } else if (row instanceof IndexedEntry entry
                    && entry.session() != null
                    && !existing.contains(entry.session())) {
                entry.orphan();
            }
        }
    }
}
