package dev.coppice.message;

import dev.coppice.db.DatabaseClock;
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

/** Finds the sessions that read a message of another session's, or of one that is gone. Takes no lock. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class ForkFinder {
    private static final String ON_BRANCH = " t.baseTree = :tree and t.baseBranch = :branch and t.baseDepth >= :depth";

    @PersistenceContext
    private EntityManager em;

    /**
     * The number of the oldest living session that inherited a message, retains it, and has neither changed nor deleted it:
     * of those that grow on its tree itself, else of those that grow on these, and so on. Costs a few queries a tree that
     * others grow on.
     *
     * @param tree that the message was written in, whether or not it still has a session
     * @param without numbers of sessions that are left out
     */
    public Optional<Long> oldest(long tree, Position message, Collection<Long> without) {
        var branchIndex = new BranchIndex(em);
        var open = new ArrayDeque<Long>(List.of(tree));
        while (!open.isEmpty()) {
            long below = open.remove();
            var holding = branches(below).stream()
                    .filter(branch -> holds(branchIndex, branch, message))
                    .toList();
            var found = holding.stream()
                    .map(branch -> oldest(below, branch, message, without))
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder());
            if (found.isPresent()) {
                return found;
            }
            holding.forEach(branch -> open.addAll(grownOn(below, branch, message)));
        }
        return Optional.empty();
    }

    /** Those of some trees that others grow on; one query. */
    public Set<Long> grownOn(Collection<Long> trees) {
        return trees.isEmpty()
                ? Set.of()
                : Set.copyOf(
                        em.createQuery("select distinct t.baseTree from Tree t where t.baseTree in :trees", Long.class)
                                .setParameter("trees", trees)
                                .getResultList());
    }

    /** The branches of a tree on which others grow. */
    private List<Long> branches(long tree) {
        return em.createQuery("select distinct t.baseBranch from Tree t where t.baseTree = :tree", Long.class)
                .setParameter("tree", tree)
                .getResultList();
    }

    /** True when the path down a branch comes past a message, or may end before it on the message's own branch. */
    private static boolean holds(BranchIndex branchIndex, long branch, Position message) {
        return branch == message.branch()
                || branchIndex.leadsTo(
                        message, new Position(branch, branchIndex.get(branch).first()));
    }

    private Long oldest(long tree, long branch, Position message, Collection<Long> without) {
        var query = em.createQuery(
                        "select s.id from Tree t join Session s on s.tree = t.id where" + ON_BRANCH
                                + (without.isEmpty() ? "" : " and s.id not in :without")
                                + """
                                 and (s.life.expiresAt is null or s.life.expiresAt > :now)
                                and not exists (select 1 from Edit e where e.key.tree = t.id
                                and e.key.branch = :messageBranch and e.key.depth = :messageDepth)
                                and not exists (select 1 from RetentionCutoff k where k.key.tree = t.id
                                and k.key.branch = :messageBranch and k.depth >= :messageDepth)
                                order by s.id""",
                        Long.class)
                .setParameter("tree", tree)
                .setParameter("branch", branch)
                .setParameter("depth", branch == message.branch() ? message.depth() : 0)
                .setParameter("now", DatabaseClock.now())
                .setParameter("messageBranch", message.branch())
                .setParameter("messageDepth", message.depth())
                .setMaxResults(1);
        if (!without.isEmpty()) {
            query.setParameter("without", without);
        }
        return query.getResultList().stream().findFirst().orElse(null);
    }

    /** Trees that hold the message, and on which others grow in turn. */
    private List<Long> grownOn(long tree, long branch, Position message) {
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
