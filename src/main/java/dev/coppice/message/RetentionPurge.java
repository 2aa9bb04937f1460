package dev.coppice.message;

import dev.coppice.background.SweepTask;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.stream.Stream;

/**
 * Removes the rows that sessions have let go of, in bounded transactions. What the path of a fork holds stays until that
 * fork goes. Locks no session: nobody sees these rows any more.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class RetentionPurge implements SweepTask {
    /** Rows a transaction: some ten milliseconds. */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Event<RowsPurging> purging;

    @Inject
    private Event<SessionChange> happened;

    @Override
    public String name() {
        return "trimmed messages";
    }

    @Override
    public String lease() {
        return "messages";
    }

    /**
     * Removes a piece.
     *
     * @return true when there may be more
     */
    @Override
    public boolean step() {
        var due = em.createQuery("select t from RetentionCutoff t where t.due = true", RetentionCutoff.class)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        if (due.isEmpty()) {
            return false;
        }
        var trim = due.get(0);
        if (!edits(trim) && !messages(trim)) {
            settle(trim);
        }
        return true;
    }

    /** The edits of the tree's readers, also of rows that a fork holds. */
    private boolean edits(RetentionCutoff trim) {
        var depths = em.createQuery(
                        """
                        select e.key.depth from Edit e where e.key.tree = :tree and e.key.branch = :branch
                        and e.key.depth <= :depth order by e.key.tree, e.key.branch, e.key.depth""",
                        Integer.class)
                .setParameter("tree", trim.tree())
                .setParameter("branch", trim.branch())
                .setParameter("depth", trim.depth())
                .setMaxResults(BATCH)
                .getResultList();
        if (depths.isEmpty()) {
            return false;
        }
        int last = depths.get(depths.size() - 1);
        em.createQuery(
                        """
                        delete from Edit e where e.key.tree = :tree and e.key.branch = :branch
                        and e.key.depth between :from and :to""")
                .setParameter("tree", trim.tree())
                .setParameter("branch", trim.branch())
                .setParameter("from", depths.get(0))
                .setParameter("to", last)
                .executeUpdate();
        tell(trim, depths.get(0), last);
        return true;
    }

    private boolean messages(RetentionCutoff trim) {
        if (!isOwn(trim)) {
            return false;
        }
        var depths = em.createQuery(
                        """
                        select m.position.depth from Message m where m.position.branch = :branch
                        and m.position.depth between :from and :to order by m.position.branch, m.position.depth""",
                        Integer.class)
                .setParameter("branch", trim.branch())
                .setParameter("from", heldTo(trim) + 1)
                .setParameter("to", trim.depth())
                .setMaxResults(BATCH)
                .getResultList();
        if (depths.isEmpty()) {
            return false;
        }
        int last = depths.get(depths.size() - 1);
        em.createQuery(
                        """
                        delete from Message m where m.position.branch = :branch
                        and m.position.depth between :from and :to""")
                .setParameter("branch", trim.branch())
                .setParameter("from", depths.get(0))
                .setParameter("to", last)
                .executeUpdate();
        purging.fire(new RowsPurging(trim.tree(), List.of(new Path.Range(trim.branch(), depths.get(0), last))));
        tell(trim, depths.get(0), last);
        return true;
    }

    /** False for a branch that a fork inherited: its rows are its source's to remove. */
    private boolean isOwn(RetentionCutoff trim) {
        var branch = em.find(Branch.class, trim.branch());
        return branch != null && branch.tree() == trim.tree();
    }

    /** Depth of the last row of the branch that forks read; -1 when there is none. */
    private int heldTo(RetentionCutoff trim) {
        return RetainedByForks.of(em, trim.tree()).last(trim.branch());
    }

    /** A branch on which nothing lives goes itself, when its rows have gone: what left it begins with a root. */
    private void settle(RetentionCutoff trim) {
        if (!isOwn(trim) || heldTo(trim) >= 0 || isAlive(trim)) {
            trim.settle();
            return;
        }
        var last = em.createQuery(
                        "select max(m.position.depth) from Message m where m.position.branch = :branch", Integer.class)
                .setParameter("branch", trim.branch())
                .getSingleResult();
        if (last != null) {
            trim.reach(last);
        } else {
            em.remove(em.find(Branch.class, trim.branch()));
            em.remove(trim);
        }
    }

    /** True when behind what was let go of there is a message, or something that belongs under one, or stands for one. */
    private boolean isAlive(RetentionCutoff trim) {
        return Stream.of(
                        "select m.position.depth from Message m where m.position.branch = :branch"
                                + " and m.position.depth > :depth and m.gone = 0",
                        "select b.parentDepth from Branch b where b.parent = :branch and b.parentDepth > :depth",
                        "select o.toDepth from Overlay o where o.tree = :tree and o.toBranch = :branch"
                                + " and o.toDepth > :depth")
                .anyMatch(query -> isAny(query, trim));
    }

    private boolean isAny(String behind, RetentionCutoff trim) {
        var query = em.createQuery(behind, Integer.class)
                .setParameter("branch", trim.branch())
                .setParameter("depth", trim.depth())
                .setMaxResults(1);
        return !(behind.contains(":tree") ? query.setParameter("tree", trim.tree()) : query)
                .getResultList()
                .isEmpty();
    }

    /** Nobody is told of a stool's rows. */
    private void tell(RetentionCutoff trim, int from, int to) {
        em.createQuery(
                        """
                        select s, t.name, n.name from Session s join Namespace n on n.id = s.namespace
                        join Tenant t on t.id = s.tenant where s.tree = :tree""",
                        Object[].class)
                .setParameter("tree", trim.tree())
                .getResultList()
                .forEach(row -> {
                    var session = (Session) row[0];
                    var name = new SessionName((String) row[1], (String) row[2], session.sessionId());
                    happened.fire(
                            new SessionChange(session, List.of(new MessagesPurged(name, trim.branch(), from, to))));
                });
    }
}
