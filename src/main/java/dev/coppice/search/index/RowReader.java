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

/** Reads the rows of documents, with their owners, in bounded chunks. For one transaction; not thread-safe. */
final class RowReader {
    /** Rows per chunk: indexing one takes some hundred milliseconds, so messages written meanwhile are found soon. */
    static final int CHUNK = 500;

    /** Bytes of bodies held at once; a single message may be larger. */
    private static final long MAX_BYTES = 4 << 20;

    private static final String WITH_ID = " from IndexedMessage d where d.tree = :tree and d.messageId = :id";

    private final EntityManager em;

    /** The owners read so far; null for trees without one. */
    private final Map<Long, Owner> owners = new HashMap<>();

    RowReader(EntityManager em) {
        this.em = em;
    }

    /** Reads a row; null when it does not exist. */
    IndexedRow find(DocumentType type, Object id) {
        var row = em.find(type.rows(), id);
        if (row != null) {
            setOwners(List.of(row));
        }
        return row;
    }

    /** Reads the next chunk of rows after a position; empty at the end of the type. */
    List<? extends IndexedRow> after(ScanPosition at) {
        return after(at, 0);
    }

    /**
     * Reads the next chunk of rows after a position that share the first {@code fixed} numbers of its key. Looks first for
     * rows that differ in the last number only, then in the last two, and so on: databases serve each of these queries from
     * the primary key, but not a single condition for all of them.
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

    /** JPQL: the condition that the first {@code count} numbers of a key have given values. */
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

    /** The parameters of {@link #equalTo}. */
    static Map<String, Object> equalParameters(ScanPosition at, int count) {
        var parameters = new HashMap<String, Object>();
        for (int i = 0; i < count; i++) {
            parameters.put(
                    "equal" + i,
                    DocumentType.inRow(at.type().fields().get(i), at.key().get(i)));
        }
        return parameters;
    }

    /** Reads the first rows {@code d} of a query: up to {@code limit}, and not more than may be held at once. */
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

    /** The trees that a fork may have inherited messages from; empty for other trees. */
    List<Long> sources(long tree) {
        var sources = new ArrayList<Long>();
        for (var at = em.find(Tree.class, tree);
                at != null && at.baseTree() != null;
                at = em.find(Tree.class, at.baseTree())) {
            sources.add(at.baseTree());
        }
        return sources;
    }

    /** Reads the next chunk of a tree's messages with a seq in this range, in order of seq; empty at the end. */
    List<IndexedMessage> withSeq(long tree, long first, long last, int limit) {
        var rows = chunk(
                IndexedMessage.class,
                " from IndexedMessage d where d.tree = :tree and d.seq between :first and :last order by d.tree, d.seq",
                limit,
                Map.of("tree", tree, "first", first, "last", last));
        setOwners(rows);
        return rows;
    }

    /** Reads the texts of a message id in a session's tree: its own rows, and its edits of own or inherited ones. */
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
