package dev.coppice.search.index;

import dev.coppice.eventlog.EventRow;
import dev.coppice.json.JsonInput;
import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.search.mapper.orm.Search;

/**
 * A range of message rows that were purged because they were beyond retention, the limit {@code maxMessages} of their
 * session. An event reports the range.
 *
 * @param branch database id of the branch that contained the rows
 * @param from depth of the first purged row
 * @param to depth of the last purged row, inclusive
 */
record PurgedRange(long branch, int from, int to) {
    static PurgedRange of(EventRow event) {
        var numbers = new long[3];
        var in = JsonInput.of(event.data());
        in.object(member -> {
            switch (member) {
                case "branch" -> numbers[0] = in.integer(1, Long.MAX_VALUE);
                case "from" -> numbers[1] = in.integer(0, Integer.MAX_VALUE);
                case "to" -> numbers[2] = in.integer(0, Integer.MAX_VALUE);
                default -> in.skip();
            }
        });
        return new PurgedRange(numbers[0], (int) numbers[1], (int) numbers[2]);
    }

    /**
     * Returns the primary keys of the documents in this range whose row does not exist any more. Rows that a fork reads
     * still exist.
     *
     * @param type type of the documents, either messages or edits
     * @param tree database id of the tree that contained the purged messages
     */
    Set<Object> stale(EntityManager em, DocumentType type, long tree) {
        var stale = new HashSet<Object>(Search.session(em)
                .search(type.rows())
                .select(f -> f.id())
                .where(f -> f.and(
                        f.match().field(IndexFields.TREE).matching(OwnerKey.tree(tree)),
                        f.match().field(IndexFields.BRANCH).matching(branch),
                        f.range().field(IndexFields.DEPTH).between(from, to)))
                .fetchAllHits());
        stale.removeAll(rows(em, type, tree));
        return stale;
    }

    /**
     * Returns the primary keys of the rows in this range that still exist because a fork reads them.
     *
     * @param type type of the rows, either messages or edits
     * @param tree database id of the tree that contained the purged messages; only used for edits
     */
    private List<Object> rows(EntityManager em, DocumentType type, long tree) {
        boolean edit = type == DocumentType.EDIT;
        var query = em.createQuery(
                        "select " + type.id() + type.from() + " where " + (edit ? type.owner() + " = :tree and " : "")
                                + type.id() + ".branch = :branch and " + type.id() + ".depth between :from and :to",
                        Object.class)
                .setParameter("branch", branch)
                .setParameter("from", from)
                .setParameter("to", to);
        return (edit ? query.setParameter("tree", tree) : query).getResultList();
    }
}
