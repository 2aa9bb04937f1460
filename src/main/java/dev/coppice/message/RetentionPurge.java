package dev.coppice.message;

import dev.coppice.background.SweepTask;
import dev.coppice.message.MessageEvent.MessagesPurged;
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
 * Sweep task that purges message rows that are beyond retention, in short transactions. The limit {@code maxMessages}
 * of a session puts messages beyond retention: a retention cutoff, one row per branch, hides the first rows of the
 * branch from the session. Rows that forks read stay until no fork needs them. Locks no session, because no reader sees
 * the rows that this class deletes.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class RetentionPurge implements SweepTask {
    /**
     * Maximum number of rows that one transaction deletes. Deleting this many takes about ten milliseconds, so the
     * transaction holds its locks for a short time only.
     */
    private static final int BATCH = 1000;

    private static final String DUE = "RetentionCutoff t where t.due = true";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Event<RowsPurging> rowsPurging;

    @Inject
    private Event<SessionChange> sessionChanges;

    @Override
    public String name() {
        return "trimmed messages";
    }

    @Override
    public String lease() {
        return "messages";
    }

    @Override
    public Due due() {
        return new Due(DUE);
    }

    /**
     * Purges one batch, at most 1,000 of the rows and edits that are beyond retention on one branch.
     *
     * @return true if there may be more rows to purge; false if none was due
     */
    @Override
    public boolean step() {
        var due = em.createQuery("select t from " + DUE, RetentionCutoff.class)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        if (due.isEmpty()) {
            return false;
        }
        var cutoff = due.get(0);
        if (!deleteEdits(cutoff) && !deleteMessages(cutoff)) {
            finish(cutoff);
        }
        return true;
    }

    /**
     * Deletes edits of messages that a retention cutoff hides, at most 1,000. The edits belong to the cutoff's tree, so
     * no fork reads them, even if forks read the messages. Returns false if there were no such edits.
     */
    private boolean deleteEdits(RetentionCutoff cutoff) {
        var depths = em.createQuery(
                        """
                        select e.key.depth from Edit e where e.key.tree = :tree and e.key.branch = :branch
                        and e.key.depth <= :depth order by e.key.tree, e.key.branch, e.key.depth""",
                        Integer.class)
                .setParameter("tree", cutoff.tree())
                .setParameter("branch", cutoff.branch())
                .setParameter("depth", cutoff.depth())
                .setMaxResults(BATCH)
                .getResultList();
        if (!depths.isEmpty()) {
            deleteEdits(cutoff, depths.get(0), depths.get(depths.size() - 1));
        }
        return !depths.isEmpty();
    }

    private void deleteEdits(RetentionCutoff cutoff, int first, int last) {
        em.createQuery(
                        """
                        delete from Edit e where e.key.tree = :tree and e.key.branch = :branch
                        and e.key.depth between :from and :to""")
                .setParameter("tree", cutoff.tree())
                .setParameter("branch", cutoff.branch())
                .setParameter("from", first)
                .setParameter("to", last)
                .executeUpdate();
        announce(cutoff, first, last);
    }

    private boolean deleteMessages(RetentionCutoff cutoff) {
        if (!isOwn(cutoff)) {
            return false;
        }
        var depths = em.createQuery(
                        """
                        select m.position.depth from Message m where m.position.branch = :branch
                        and m.position.depth between :from and :to order by m.position.branch, m.position.depth""",
                        Integer.class)
                .setParameter("branch", cutoff.branch())
                .setParameter("from", lastRetainedByForks(cutoff) + 1)
                .setParameter("to", cutoff.depth())
                .setMaxResults(BATCH)
                .getResultList();
        if (!depths.isEmpty()) {
            deleteMessages(cutoff, depths.get(0), depths.get(depths.size() - 1));
        }
        return !depths.isEmpty();
    }

    private void deleteMessages(RetentionCutoff cutoff, int first, int last) {
        em.createQuery(
                        """
                        delete from Message m where m.position.branch = :branch
                        and m.position.depth between :from and :to""")
                .setParameter("branch", cutoff.branch())
                .setParameter("from", first)
                .setParameter("to", last)
                .executeUpdate();
        rowsPurging.fire(new RowsPurging(cutoff.tree(), List.of(new Path.Range(cutoff.branch(), first, last))));
        announce(cutoff, first, last);
    }

    /**
     * True if the branch of a retention cutoff exists and belongs to the cutoff's tree. Otherwise the tree has
     * inherited rows of the branch, which its source purges or has purged.
     */
    private boolean isOwn(RetentionCutoff cutoff) {
        var branch = em.find(Branch.class, cutoff.branch());
        return branch != null && branch.tree() == cutoff.tree();
    }

    /** Returns the depth of the last row that forks need on the branch of a retention cutoff; -1 if they need none. */
    private int lastRetainedByForks(RetentionCutoff cutoff) {
        return RetainedByForks.of(em, cutoff.tree()).lastDepth(cutoff.branch());
    }

    /**
     * Ends the purge of the rows that a cutoff hides. If the branch belongs to another tree, if forks read its rows, or
     * if something below the cutoff uses it ({@link #isInUse}), only marks the purge as complete. Otherwise the branch
     * is not needed: any rows that are left belong to deleted messages. If there are such rows, moves the cutoff down
     * to the last of them, so that they are purged too. If there are none, deletes the branch and the cutoff; branches
     * that began after rows of the deleted branch then begin with a root.
     */
    private void finish(RetentionCutoff cutoff) {
        if (!isOwn(cutoff) || lastRetainedByForks(cutoff) >= 0 || isInUse(cutoff)) {
            cutoff.finishPurge();
            return;
        }
        var last = em.createQuery(
                        "select max(m.position.depth) from Message m where m.position.branch = :branch", Integer.class)
                .setParameter("branch", cutoff.branch())
                .getSingleResult();
        if (last != null) {
            cutoff.moveTo(last);
        } else {
            em.remove(em.find(Branch.class, cutoff.branch()));
            em.remove(cutoff);
        }
    }

    /**
     * True if the branch of a retention cutoff is in use below the cutoff's depth. Each of the following counts as use:
     * a message that is not deleted, the beginning of a child branch, or the end of a compaction.
     */
    private boolean isInUse(RetentionCutoff cutoff) {
        return Stream.of(
                        "select m.position.depth from Message m where m.position.branch = :branch"
                                + " and m.position.depth > :depth and m.gone = 0",
                        "select b.parentDepth from Branch b where b.parent = :branch and b.parentDepth > :depth",
                        "select o.toDepth from Overlay o where o.tree = :tree and o.toBranch = :branch"
                                + " and o.toDepth > :depth")
                .anyMatch(query -> hasAny(query, cutoff));
    }

    private boolean hasAny(String statement, RetentionCutoff cutoff) {
        var query = em.createQuery(statement, Integer.class)
                .setParameter("branch", cutoff.branch())
                .setParameter("depth", cutoff.depth())
                .setMaxResults(1);
        return !(statement.contains(":tree") ? query.setParameter("tree", cutoff.tree()) : query)
                .getResultList()
                .isEmpty();
    }

    record Owner(Session session, String tenant, String namespace) {}

    /**
     * Fires the event {@code MessagesPurged} about rows or edits on the branch of a retention cutoff, for the session
     * of the cutoff's tree. Does nothing if that session was deleted.
     *
     * @param from depth of the first purged row or edit, inclusive
     * @param to depth of the last purged row or edit, inclusive
     */
    private void announce(RetentionCutoff cutoff, int from, int to) {
        em.createQuery(
                        """
                        select s, t.name, n.name from Session s join Namespace n on n.id = s.namespace
                        join Tenant t on t.id = s.tenant where s.tree = :tree""",
                        Owner.class)
                .setParameter("tree", cutoff.tree())
                .getResultList()
                .forEach(owner -> {
                    var session = owner.session();
                    var name = new SessionName(owner.tenant(), owner.namespace(), session.sessionId());
                    sessionChanges.fire(
                            new SessionChange(session, List.of(new MessagesPurged(name, cutoff.branch(), from, to))));
                });
    }
}
