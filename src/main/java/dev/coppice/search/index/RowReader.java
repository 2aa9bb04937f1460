package dev.coppice.search.index;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
import dev.coppice.session.Tree;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads the rows that documents are made of, in the order of their keys and in pieces. For one transaction. */
final class RowReader {
    /** Rows a piece: some hundred milliseconds of indexing, so that what is appended meanwhile is found soon. */
    static final int PIECE = 500;

    /** Bytes of bodies that are held at once; one message may be longer. */
    private static final long MAX_BYTES = 4 << 20;

    private static final String NAMED = " d.tree = :tree and d.messageId = :id";

    private final EntityManager em;

    RowReader(EntityManager em) {
        this.em = em;
    }

    /** The rows of a type, named {@code d}. */
    static String from(DocumentType type) {
        return " from " + type.rows().getSimpleName() + " d";
    }

    /** A row and whose it is; null when it is not there. */
    IndexedRow find(DocumentType type, Object id) {
        var row = em.find(type.rows(), id);
        if (row != null) {
            findOwners(List.of(row));
        }
        return row;
    }

    /** The next rows behind a place; as many as may be held, none at the end. */
    List<? extends IndexedRow> behind(ScanPosition at) {
        return behind(at, 0);
    }

    /**
     * The next rows behind a place that have its first numbers. First those that differ from it in the last number only:
     * databases find each such piece by the key, and not the whole by one condition.
     */
    List<? extends IndexedRow> behind(ScanPosition at, int first) {
        List<? extends IndexedRow> rows = List.of();
        for (int same = at.key().size() - 1; same >= first && rows.isEmpty(); same--) {
            rows = piece(at, same);
        }
        findOwners(rows);
        return rows;
    }

    /** Of the rows behind a place those whose first numbers are the same. */
    private List<? extends IndexedRow> piece(ScanPosition at, int same) {
        var type = at.type();
        var part = type.parts().get(same);
        var condition = " where " + same(type, same) + type.attribute(part) + " > :behind order by "
                + type.parts().stream().map(type::attribute).collect(Collectors.joining(", "));
        var sizes = em.createQuery("select d.bytes" + from(type) + condition, Integer.class)
                .setMaxResults(PIECE);
        bind(sizes, at, same).setParameter("behind", part.inRow(at.key().get(same)));
        int count = held(sizes.getResultList());
        if (count == 0) {
            return List.of();
        }
        var rows = em.createQuery("select d" + from(type) + type.fetched() + condition, type.rows())
                .setMaxResults(count);
        bind(rows, at, same).setParameter("behind", part.inRow(at.key().get(same)));
        return rows.getResultList();
    }

    /** How many of some rows may be held at once. */
    private static int held(List<Integer> sizes) {
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

    /** The condition that the first numbers of a key are given ones. */
    static String same(DocumentType type, int count) {
        var condition = new StringBuilder();
        for (int i = 0; i < count; i++) {
            condition
                    .append(type.attribute(type.parts().get(i)))
                    .append(" = :same")
                    .append(i)
                    .append(" and ");
        }
        return condition.toString();
    }

    static Query bind(Query query, ScanPosition at, int count) {
        for (int i = 0; i < count; i++) {
            query.setParameter(
                    "same" + i, at.type().parts().get(i).inRow(at.key().get(i)));
        }
        return query;
    }

    /** The trees that a fork may have inherited messages of; none for others. */
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
     * The messages of a tree with some seqs, in their order, so that those of one session are one range; as many as may be
     * held, none at the end.
     */
    List<IndexedMessage> appended(long tree, long first, long last, int limit) {
        var condition = " where d.tree = :tree and d.seq between :first and :last order by d.tree, d.seq";
        var sizes = em.createQuery("select d.bytes from IndexedMessage d" + condition, Integer.class)
                .setParameter("tree", tree)
                .setParameter("first", first)
                .setParameter("last", last)
                .setMaxResults(limit)
                .getResultList();
        if (sizes.isEmpty()) {
            return List.of();
        }
        var rows = em.createQuery(
                        "select d from IndexedMessage d left join fetch d.session" + condition, IndexedMessage.class)
                .setParameter("tree", tree)
                .setParameter("first", first)
                .setParameter("last", last)
                .setMaxResults(held(sizes))
                .getResultList();
        findStools(rows);
        return rows;
    }

    /** What there is of the messages of an id in a session's tree: own rows, and edits of these or of inherited ones. */
    List<IndexedText> named(long tree, List<Long> sources, String id) {
        var texts = new ArrayList<IndexedText>(em.createQuery(
                        "select d from IndexedMessage d left join fetch d.session where" + NAMED, IndexedMessage.class)
                .setParameter("tree", tree)
                .setParameter("id", id)
                .getResultList());
        findStools(texts);
        var positions = new ArrayList<Position>();
        texts.forEach(row -> positions.add(row.position()));
        for (long source : sources) {
            positions.addAll(em.createQuery("select d.position from IndexedMessage d where" + NAMED, Position.class)
                    .setParameter("tree", source)
                    .setParameter("id", id)
                    .getResultList());
        }
        for (var at : positions) {
            var edit = em.find(IndexedEdit.class, new Edit.Key(tree, at.branch(), at.depth()));
            if (edit != null) {
                texts.add(edit);
            }
        }
        return texts;
    }

    private void findOwners(List<? extends IndexedRow> rows) {
        findStools(rows);
        findSessions(rows);
    }

    /** Tells entries whose session is gone that it is. */
    private void findSessions(List<? extends IndexedRow> rows) {
        var owned = new ArrayList<IndexedEntry>();
        for (var row : rows) {
            if (row instanceof IndexedEntry entry && entry.session() != null) {
                owned.add(entry);
            }
        }
        if (!owned.isEmpty()) {
            var there = new HashSet<>(em.createQuery(
                            "select s.number from IndexedSession s where s.number in :numbers", Long.class)
                    .setParameter(
                            "numbers", owned.stream().map(IndexedEntry::session).collect(Collectors.toSet()))
                    .getResultList());
            owned.stream().filter(entry -> !there.contains(entry.session())).forEach(IndexedEntry::left);
        }
    }

    /** Gives messages whose session is gone what is left of it. */
    private void findStools(List<? extends IndexedRow> rows) {
        var left = new ArrayList<IndexedMessage>();
        for (var row : rows) {
            if (row instanceof IndexedMessage message && message.owner() == null) {
                left.add(message);
            }
        }
        if (!left.isEmpty()) {
            var stools = stools(left.stream().map(IndexedText::tree).collect(Collectors.toSet())).stream()
                    .collect(Collectors.toMap(IndexedOrphan::tree, Function.identity()));
            left.forEach(message -> message.liesOn(stools.get(message.tree())));
        }
    }

    /** Those of some trees that forks read though their session is gone. */
    private List<IndexedOrphan> stools(Set<Long> trees) {
        return em.createQuery("select s from IndexedOrphan s where s.tree in :trees", IndexedOrphan.class)
                .setParameter("trees", trees)
                .getResultList();
    }
}
