package dev.coppice.message;

import dev.coppice.db.Results;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the branches of which a path consists. Paths are computed from the rows of table {@code branch} alone, without
 * reading messages; rows that were read are cached. The first branches are fetched one by one, because a read near a
 * leaf needs only a few of them. After every nine branches that were fetched one by one, a block of branches is fetched
 * by one query. Each block is twice as large as the one before, so a path over ten thousand branches needs about sixty
 * queries. A row is beyond retention of a session if the session's limit {@code maxMessages} has removed its message
 * from the session. For one read or one transaction; not thread-safe.
 */
final class BranchIndex {
    private static final int ONE_BY_ONE = 8;
    private static final int FIRST_BLOCK = 200;
    private static final int LARGEST_BLOCK = 12_800;

    /**
     * SQL query for one branch. It runs by JDBC, because nearly every read of a session needs a branch, and Hibernate
     * would take longer than the database itself.
     */
    private static final String BY_ID = "select tree_id, parent_id, parent_depth from branch where id = ?";

    private static final String PLAIN = "select b.id, b.tree, b.parent, b.parentDepth from Branch b";

    /**
     * JPQL query for the columns of {@link BranchRow}, without the condition, which {@link #query} appends. For each
     * branch it selects two retention cutoffs: that of the branch and that of its parent branch. They are the cutoffs
     * for the readers of the tree {@code :reader}; null if a branch has no cutoff.
     */
    private static final String WITH_CUTOFFS =
            """
            select b.id, b.tree, b.parent, b.parentDepth, own.depth, above.depth, p.id from Branch b
            left join RetentionCutoff own on own.key.tree = :reader and own.key.branch = b.id
            left join RetentionCutoff above on above.key.tree = :reader and above.key.branch = b.parent
            left join Branch p on p.id = b.parent""";

    private final EntityManager em;
    private final Long cutoffTree;
    private final Map<Long, BranchRef> cache = new HashMap<>();
    private int fetched;
    private int block = FIRST_BLOCK;

    /**
     * Creates an index that ignores retention: paths computed from it also contain rows that are beyond retention of a
     * session.
     */
    BranchIndex(EntityManager em) {
        this.em = em;
        this.cutoffTree = null;
    }

    /**
     * Creates an index of the branches as a session's readers see them: paths computed from it contain no rows that are
     * beyond retention of the session.
     */
    BranchIndex(EntityManager em, Session session) {
        this.em = em;
        this.cutoffTree = session.isTrimmed() ? (Long) session.tree() : null;
    }

    /** Returns the branch with this id; {@link BranchRef#missing} if the branch was purged from the database. */
    BranchRef get(long branch) {
        var branchRef = cache.get(branch);
        if (branchRef == null) {
            branchRef = find(branch);
            cache.put(branch, branchRef);
            if (++fetched > ONE_BY_ONE) {
                loadAbove(branchRef);
            }
        }
        return branchRef;
    }

    private BranchRef find(long branch) {
        if (cutoffTree != null) {
            return Results.first(query(" where b.id = :id").setParameter("id", branch))
                    .map(BranchRow::ref)
                    .orElse(BranchRef.missing(branch));
        }
        return em.unwrap(org.hibernate.Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(BY_ID)) {
                select.setLong(1, branch);
                try (var row = select.executeQuery()) {
                    return row.next() ? ref(branch, row) : BranchRef.missing(branch);
                }
            }
        });
    }

    private static BranchRef ref(long branch, ResultSet row) throws SQLException {
        long tree = row.getLong(1);
        long parent = row.getLong(2);
        return new BranchRef(branch, tree, row.wasNull() ? null : new Position(parent, row.getInt(3)));
    }

    private TypedQuery<BranchRow> query(String condition) {
        return cutoffTree == null
                ? em.createQuery(PLAIN + condition, BranchRow.class)
                : em.createQuery(WITH_CUTOFFS + condition, BranchRow.class).setParameter("reader", cutoffTree);
    }

    /**
     * True if a row is beyond retention of the session that this index was created for, or if its branch was purged.
     * False if the index was created without a session, or if no message of the session is beyond retention.
     */
    boolean isTrimmed(Position row) {
        return cutoffTree != null && row.depth() < get(row.branch()).first();
    }

    /**
     * Loads up to {@link #block} branches of the tree of {@code branchRef} into the cache: those with the next lower
     * ids. Most of them are needed next, because a branch has a higher id than its parent branch.
     */
    private void loadAbove(BranchRef branchRef) {
        query(" where b.tree = :tree and b.id < :id order by b.tree, b.id desc")
                .setParameter("tree", branchRef.tree())
                .setParameter("id", branchRef.branch())
                .setMaxResults(block)
                .getResultList()
                .forEach(row -> cache.put(row.id(), row.ref()));
        fetched = 0;
        block = Math.min(block * 2, LARGEST_BLOCK);
    }

    /**
     * Loads those of the given branches that are not cached yet, with one query. Ids of purged branches are ignored.
     */
    void load(Collection<Long> branches) {
        var missing = branches.stream()
                .distinct()
                .filter(id -> !cache.containsKey(id))
                .toList();
        if (!missing.isEmpty()) {
            query(" where b.id in :ids")
                    .setParameter("ids", missing)
                    .getResultList()
                    .forEach(row -> cache.put(row.id(), row.ref()));
        }
    }

    /** Returns all branches of a tree, ordered by id, and caches them. Runs one query. */
    List<BranchRef> ofTree(long tree) {
        var branches =
                query(" where b.tree = :tree order by b.tree, b.id").setParameter("tree", tree).getResultList().stream()
                        .map(BranchRow::ref)
                        .toList();
        branches.forEach(branch -> cache.put(branch.branch(), branch));
        return branches;
    }

    Path pathTo(Position leaf) {
        return Path.to(leaf, this::get);
    }

    /**
     * Returns the position of the row directly above the given row on its path, even if the message there is deleted.
     * Returns null for a root, and for the first row of its path that is not beyond retention.
     */
    Position rowAbove(Position row) {
        var branchRef = get(row.branch());
        return row.depth() > branchRef.first() ? new Position(row.branch(), row.depth() - 1) : branchRef.parent();
    }

    /**
     * True if {@code row} is on the path to {@code leaf}. Loads only the branches between them. The result is right
     * only for a row that is not beyond retention; check {@link #isTrimmed} too.
     */
    boolean isOnPath(Position row, Position leaf) {
        for (var at = leaf;
                at != null && at.depth() >= row.depth();
                at = get(at.branch()).parent()) {
            if (at.branch() == row.branch()) {
                return true;
            }
        }
        return false;
    }

    /**
     * A row of the table {@code branch}, with the retention cutoffs of the branch and of its parent branch for the
     * readers of one tree.
     *
     * @param id id of the branch
     * @param tree id of the tree that the branch belongs to
     * @param parent id of the parent branch, or null if the branch begins with a root
     * @param parentDepth depth of the row in the parent branch that the branch's first row follows
     * @param cutoff depth of the branch's last row that is beyond retention for these readers, or null if no row is
     * @param parentCutoff depth of the parent branch's last row that is beyond retention for these readers, or null if
     *     no row is
     * @param existingParent the same as {@code parent}, or null if the parent branch was purged
     */
    record BranchRow(
            Long id,
            Long tree,
            Long parent,
            Integer parentDepth,
            Integer cutoff,
            Integer parentCutoff,
            Long existingParent) {
        BranchRow(Long id, Long tree, Long parent, Integer parentDepth) {
            this(id, tree, parent, parentDepth, null, null, parent);
        }

        BranchRef ref() {
            var position = parent == null ? null : new Position(parent, parentDepth);
            return new BranchRef(id, tree, position).withCutoff(cutoff, position != null && isParentTrimmed());
        }

        private boolean isParentTrimmed() {
            return existingParent == null || parentCutoff != null && parentDepth <= parentCutoff;
        }
    }
}
