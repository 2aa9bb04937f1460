package dev.coppice.message;

import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The branches that paths are made of, as far as they were needed. The first few are fetched one by one, as a window
 * near a leaf needs them; then they come in blocks that double, so that a path over ten thousand branches costs a dozen
 * queries. Rows that the session has let go of are on no path. For one transaction.
 */
final class BranchIndex {
    private static final int ONE_BY_ONE = 8;
    private static final int FIRST_BLOCK = 200;
    private static final int LARGEST_BLOCK = 12_800;

    private static final String PLAIN = "select b.id, b.tree, b.parent, b.parentDepth from Branch b";

    /** With what the readers of a tree have let go of, on the branch itself and on the one that it left. */
    private static final String TRIMMED =
            """
            select b.id, b.tree, b.parent, b.parentDepth, own.depth, above.depth, p.id from Branch b
            left join RetentionCutoff own on own.key.tree = :reader and own.key.branch = b.id
            left join RetentionCutoff above on above.key.tree = :reader and above.key.branch = b.parent
            left join Branch p on p.id = b.parent""";

    private final EntityManager em;
    private final Long reader;
    private final Map<Long, BranchRef> known = new HashMap<>();
    private int fetched;
    private int block = FIRST_BLOCK;

    /** The branches as they were written. */
    BranchIndex(EntityManager em) {
        this.em = em;
        this.reader = null;
    }

    /** The branches as the readers of a session see them. */
    BranchIndex(EntityManager em, Session session) {
        this.em = em;
        this.reader = session.isTrimmed() ? (Long) session.tree() : null;
    }

    BranchRef get(long branch) {
        var branchRef = known.get(branch);
        if (branchRef == null) {
            branchRef = find(branch);
            known.put(branch, branchRef);
            if (++fetched > ONE_BY_ONE) {
                loadAbove(branchRef);
            }
        }
        return branchRef;
    }

    private BranchRef find(long branch) {
        if (reader != null) {
            return query(" where b.id = :id").setParameter("id", branch).getResultList().stream()
                    .findFirst()
                    .map(BranchIndex::stem)
                    .orElse(BranchRef.gone(branch));
        }
        var found = em.find(Branch.class, branch);
        return found == null ? BranchRef.gone(branch) : found.stem();
    }

    private TypedQuery<Object[]> query(String condition) {
        return reader == null
                ? em.createQuery(PLAIN + condition, Object[].class)
                : em.createQuery(TRIMMED + condition, Object[].class).setParameter("reader", reader);
    }

    private static BranchRef stem(Object[] row) {
        var parent = row[2] == null ? null : new Position((Long) row[2], (Integer) row[3]);
        var branchRef = new BranchRef((Long) row[0], (Long) row[1], parent);
        return row.length == 4 ? branchRef : branchRef.trimmed((Integer) row[4], parent != null && isGone(parent, row));
    }

    private static boolean isGone(Position parent, Object[] row) {
        return row[6] == null || row[5] != null && parent.depth() <= (Integer) row[5];
    }

    /** True when a row was let go of. */
    boolean isTrimmed(Position row) {
        return reader != null && row.depth() < get(row.branch()).first();
    }

    /** A branch leaves one that was there before it: what lies above has a lower id, and mostly the next lower ones. */
    private void loadAbove(BranchRef branchRef) {
        query(" where b.tree = :tree and b.id < :id order by b.tree, b.id desc")
                .setParameter("tree", branchRef.tree())
                .setParameter("id", branchRef.branch())
                .setMaxResults(block)
                .getResultList()
                .forEach(row -> known.put((Long) row[0], stem(row)));
        fetched = 0;
        block = Math.min(block * 2, LARGEST_BLOCK);
    }

    /** Fetches some branches at once. */
    void load(Collection<Long> branches) {
        var missing = branches.stream()
                .distinct()
                .filter(id -> !known.containsKey(id))
                .toList();
        if (!missing.isEmpty()) {
            query(" where b.id in :ids")
                    .setParameter("ids", missing)
                    .getResultList()
                    .forEach(row -> known.put((Long) row[0], stem(row)));
        }
    }

    Path pathTo(Position leaf) {
        return Path.to(leaf, this::get);
    }

    /** The row right above, whether its message is there or was deleted; null above a root. */
    Position above(Position row) {
        var branchRef = get(row.branch());
        return row.depth() > branchRef.first() ? new Position(row.branch(), row.depth() - 1) : branchRef.parent();
    }

    /** True when a row lies on the path to a leaf; looks at the branches between the two only. */
    boolean leadsTo(Position row, Position leaf) {
        for (var at = leaf;
                at != null && at.depth() >= row.depth();
                at = get(at.branch()).parent()) {
            if (at.branch() == row.branch()) {
                return true;
            }
        }
        return false;
    }
}
