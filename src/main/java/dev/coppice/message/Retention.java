package dev.coppice.message;

import dev.coppice.session.Leaf;
import dev.coppice.session.Session;
import dev.coppice.session.Tree;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Optional;

/**
 * Lets go of the messages at the beginning of the leaf's path that are more than the session retains. Writes one row for
 * each branch that they lie on, and reads none of them; deleted messages between them go along. For one transaction.
 */
final class Retention {
    private final EntityManager em;
    private final Session session;
    private final TreeReader reader;

    private Retention(EntityManager em, Session session) {
        this.em = em;
        this.session = session;
        this.reader = new TreeReader(em, session);
    }

    /** Lets a locked session keep no more than it retains; answers how many messages left. */
    static int apply(EntityManager em, Session session) {
        var leaf = session.leaf();
        var max = session.limits().maxMessages();
        if (leaf == null || max == null || leaf.length() <= max) {
            return 0;
        }
        int count = leaf.length() - max;
        new Retention(em, session).letGo(count, leaf);
        return count;
    }

    private void letGo(int count, Leaf leaf) {
        var path = reader.pathTo(new Position(leaf.branch(), leaf.depth()));
        var first = behind(path, count);
        var gone = path.between(0, first.depth() - 1);
        long tokens = reader.above(first).tokens()
                - reader.above(path).tokens()
                + reader.rows.sums(gone).tokens();
        gone.ranges().forEach(this::trim);
        reader.inherited.base().filter(gone::contains).ifPresent(base -> leaveSource(em, session));
        session.trimmed(count, leaf.changed(-tokens, -count));
        if (session.hasOverlays()) {
            takeOff(gone);
        }
    }

    /** The first row that stays when so many messages go. */
    private Position behind(Path path, int count) {
        int left = count;
        for (var range : path.ranges()) {
            var depth = depthOf(range, left);
            if (depth.isPresent()) {
                return new Position(range.branch(), depth.get());
            }
            left -= range.size() + reader.rows.sums(Path.of(range)).count();
        }
        throw new IllegalStateException("The path has fewer messages than its leaf says");
    }

    /** The depth of the living message of a range before which so many others lie. */
    private Optional<Integer> depthOf(Path.Range range, int others) {
        if (!reader.rows.hasEdits) {
            return others < range.size() ? Optional.of(range.from() + others) : Optional.empty();
        }
        return em
                .createQuery(
                        "select m.position.depth from Message m where m.position.branch = :branch"
                                + " and m.position.depth between :from and :to and" + MessageRows.LIVING
                                + " order by m.position.branch, m.position.depth",
                        Integer.class)
                .setParameter("branch", range.branch())
                .setParameter("from", range.from())
                .setParameter("to", range.to())
                .setParameter("tree", session.tree())
                .setFirstResult(others)
                .setMaxResults(1)
                .getResultList()
                .stream()
                .findFirst();
    }

    private void trim(Path.Range range) {
        var there = em.find(RetentionCutoff.class, new RetentionCutoff.Key(session.tree(), range.branch()));
        if (there == null) {
            em.persist(new RetentionCutoff(session.tree(), range));
        } else {
            there.reach(range.to());
        }
    }

    /**
     * A fork that reads nothing of its source any more stands on its own, unless others read the source through it. Locks its
     * tree before any line is written, as whoever needs less of that one does.
     */
    private static void leaveSource(EntityManager em, Session session) {
        var tree = em.find(Tree.class, session.tree(), LockModeType.PESSIMISTIC_WRITE);
        if (RetainedByForks.of(em, tree.id()).isEmpty()) {
            long source = tree.baseTree();
            tree.uproot();
            RetainedByForks.lessen(em, source);
        }
    }

    /** Does so when one of those others may have gone; for a locked session. */
    static void leaveSourceIfUnread(EntityManager em, Session session) {
        var reader = new TreeReader(em, session);
        reader.inherited.base().filter(reader.stems::isTrimmed).ifPresent(base -> leaveSource(em, session));
    }

    /** A summary goes with the last message that it stands for; until then it is read, whatever is left below it. */
    private void takeOff(Path gone) {
        em.flush();
        for (var range : gone.ranges()) {
            em.createQuery(
                            "delete from Overlay o where o.tree = :tree and o.toBranch = :branch and o.toDepth <= :depth")
                    .setParameter("tree", session.tree())
                    .setParameter("branch", range.branch())
                    .setParameter("depth", range.to())
                    .executeUpdate();
        }
        session.laid(new OverlayReader(em, session, new TreeReader(em, session))
                .spans()
                .size());
        OverlayReader.count(em, session);
    }
}
