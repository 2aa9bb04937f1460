package dev.coppice.message;

import dev.coppice.session.Tree;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Removes what deleted and cleared sessions have left behind, in bounded transactions: readers and writers of other
 * sessions do not notice, and what a crash interrupts goes on at the next turn.
 */
@Stateless
public class Purge {
    /** Rows a transaction: some ten milliseconds. */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Event<TreePurging> purging;

    /**
     * Removes a piece of a stool on which no fork grows.
     *
     * @return true when there may be more
     */
    public boolean step() {
        var stools = em.createQuery(
                        """
                        select t from Tree t where t.orphanedAt is not null
                        and not exists (select 1 from Tree f where f.baseTree = t.id) order by t.orphanedAt""",
                        Tree.class)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        if (stools.isEmpty()) {
            return false;
        }
        var tree = stools.get(0);
        boolean gone =
                !messages(tree.id()) && !edits(tree.id()) && !branches(tree.id()) && !events(tree.deletedSession());
        if (gone) {
            em.createQuery("delete from Overlay o where o.tree = :tree")
                    .setParameter("tree", tree.id())
                    .executeUpdate();
            em.createQuery("delete from TrimLine t where t.key.tree = :tree")
                    .setParameter("tree", tree.id())
                    .executeUpdate();
            purging.fire(new TreePurging(tree.id()));
            letGo(tree);
            em.remove(tree);
        }
        return true;
    }

    /** What a fork has held of its source may be purged there, if the source has let go of it. */
    private void letGo(Tree fork) {
        if (fork.baseTree() != null) {
            em.createQuery("update TrimLine t set t.due = true where t.key.tree = :source")
                    .setParameter("source", fork.baseTree())
                    .executeUpdate();
        }
    }

    private boolean messages(long tree) {
        var seqs = em.createQuery("select m.seq from Message m where m.tree = :tree order by m.tree, m.seq", Long.class)
                .setParameter("tree", tree)
                .setMaxResults(BATCH)
                .getResultList();
        return !seqs.isEmpty()
                && em.createQuery("delete from Message m where m.tree = :tree and m.seq <= :last")
                                .setParameter("tree", tree)
                                .setParameter("last", seqs.get(seqs.size() - 1))
                                .executeUpdate()
                        > 0;
    }

    private boolean edits(long tree) {
        var keys = em.createQuery("select e.key from Edit e where e.key.tree = :tree", Edit.Key.class)
                .setParameter("tree", tree)
                .setMaxResults(BATCH)
                .getResultList();
        keys.stream().collect(Collectors.groupingBy(Edit.Key::branch)).forEach((branch, rows) -> {
            var depths = rows.stream().map(Edit.Key::depth).toList();
            em.createQuery(
                            """
                            delete from Edit e where e.key.tree = :tree and e.key.branch = :branch
                            and e.key.depth between :min and :max""")
                    .setParameter("tree", tree)
                    .setParameter("branch", branch)
                    .setParameter("min", Collections.min(depths))
                    .setParameter("max", Collections.max(depths))
                    .executeUpdate();
        });
        return !keys.isEmpty();
    }

    private boolean branches(long tree) {
        var ids = em.createQuery("select b.id from Branch b where b.tree = :tree order by b.tree, b.id", Long.class)
                .setParameter("tree", tree)
                .setMaxResults(BATCH)
                .getResultList();
        return delete("delete from Branch b where b.id in :ids", ids);
    }

    /** The events of a session that was deleted; that it was deleted stays in the log. */
    private boolean events(Long session) {
        if (session == null) {
            return false;
        }
        var ids = em.createNativeQuery(
                        """
                        select id from event_log where session_pk = :session
                        and type not in ('SessionDeleted', 'SessionExpired')""",
                        Long.class)
                .setParameter("session", session)
                .setMaxResults(BATCH)
                .getResultList();
        return !ids.isEmpty()
                && em.createNativeQuery("delete from event_log where id in (:ids)")
                                .setParameter("ids", ids)
                                .executeUpdate()
                        > 0;
    }

    private boolean delete(String statement, List<Long> ids) {
        return !ids.isEmpty()
                && em.createQuery(statement).setParameter("ids", ids).executeUpdate() > 0;
    }
}
