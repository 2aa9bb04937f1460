package dev.coppice.message;

import dev.coppice.db.DatabaseClock;
import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Finds forks that inherit messages of a tree. The tree belongs to a session, or it is orphaned, that is, its session
 * was deleted or cleared. Takes no lock.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class ForkFinder {
    private static final String ON_BRANCH = " t.baseTree = :tree and t.baseBranch = :branch and t.baseDepth >= :depth";

    /**
     * JPQL condition that is true if the readers of the tree {@code t} see the message at {@code :messageBranch} and
     * {@code :messageDepth} as first written: it is not edited, and the limit {@code maxMessages} has not removed it.
     */
    private static final String SHOWS_MESSAGE =
            """
             not exists (select 1 from Edit e where e.key.tree = t.id
            and e.key.branch = :messageBranch and e.key.depth = :messageDepth)
            and not exists (select 1 from RetentionCutoff k where k.key.tree = t.id
            and k.key.branch = :messageBranch and k.depth >= :messageDepth)
            """;

    @PersistenceContext
    private EntityManager em;

    /**
     * Returns the database id of a fork that inherited a message and still shows it as first written: the fork has
     * neither updated nor deleted the message, and the fork's limit {@code maxMessages} has not removed it. Expired
     * forks do not count. If several direct forks of the tree meet these conditions, returns the one that was created
     * first. If none does, searches the forks of those direct forks that inherited the message in the same way, and so
     * on. Empty if no fork meets the conditions. Runs a few queries for each tree that has forks.
     *
     * @param tree the tree in which the message was written, orphaned or not
     * @param message the position of the message
     * @param excluded database ids of sessions that must not be returned
     */
    public Optional<Long> oldest(long tree, Position message, Collection<Long> excluded) {
        var branchIndex = new BranchIndex(em);
        var open = new ArrayDeque<Long>(List.of(tree));
        while (!open.isEmpty()) {
            long base = open.remove();
            var inheriting = forkedBranches(base).stream()
                    .filter(branch -> inherits(branchIndex, branch, message))
                    .toList();
            var found = inheriting.stream()
                    .map(branch -> oldest(base, branch, message, excluded))
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder());
            if (found.isPresent()) {
                return found;
            }
            inheriting.forEach(branch -> open.addAll(forkedTrees(base, branch, message)));
        }
        return Optional.empty();
    }

    /**
     * Returns those of the given tree ids from which at least one other tree inherits rows. Runs one query; none for an
     * empty collection.
     */
    public Set<Long> withForks(Collection<Long> trees) {
        return trees.isEmpty()
                ? Set.of()
                : Set.copyOf(
                        em.createQuery("select distinct t.baseTree from Tree t where t.baseTree in :trees", Long.class)
                                .setParameter("trees", trees)
                                .getResultList());
    }

    /** Returns the ids of the branches that contain the bases of the forks of a tree (column {@code base_branch}). */
    private List<Long> forkedBranches(long tree) {
        return em.createQuery("select distinct t.baseBranch from Tree t where t.baseTree = :tree", Long.class)
                .setParameter("tree", tree)
                .getResultList();
    }

    /**
     * True if forks whose base (the last inherited row) is on {@code branch} may inherit a message: the message is on
     * that branch, or on the path from a root to that branch. If the message is on that branch, a fork inherits it only
     * if the fork's base is not above the message; the caller must check this.
     */
    private static boolean inherits(BranchIndex branchIndex, long branch, Position message) {
        return branch == message.branch()
                || branchIndex.isOnPath(
                        message, new Position(branch, branchIndex.get(branch).first()));
    }

    private Long oldest(long tree, long branch, Position message, Collection<Long> excluded) {
        var query = em.createQuery(
                        "select s.id from Tree t join Session s on s.tree = t.id where" + ON_BRANCH
                                + (excluded.isEmpty() ? "" : " and s.id not in :without")
                                + " and (s.lifetime.expiresAt is null or s.lifetime.expiresAt > :now) and"
                                + SHOWS_MESSAGE + " order by s.id",
                        Long.class)
                .setParameter("tree", tree)
                .setParameter("branch", branch)
                .setParameter("depth", branch == message.branch() ? message.depth() : 0)
                .setParameter("now", DatabaseClock.now())
                .setParameter("messageBranch", message.branch())
                .setParameter("messageDepth", message.depth())
                .setMaxResults(1);
        if (!excluded.isEmpty()) {
            query.setParameter("without", excluded);
        }
        return Results.first(query).orElse(null);
    }

    /**
     * Returns the ids of the trees of those forks that {@link #oldest} must search next, because their own forks may
     * show the message. Each of these trees has its base (the last inherited row) on {@code branch}, inherits the
     * message, and has forks itself.
     *
     * @param tree id of the tree that the forks inherit from
     * @param message position of the message
     */
    private List<Long> forkedTrees(long tree, long branch, Position message) {
        return em.createQuery(
                        "select t.id from Tree t where" + ON_BRANCH
                                + " and exists (select 1 from Tree f where f.baseTree = t.id) order by t.id",
                        Long.class)
                .setParameter("tree", tree)
                .setParameter("branch", branch)
                .setParameter("depth", branch == message.branch() ? message.depth() : 0)
                .getResultList();
    }
}
