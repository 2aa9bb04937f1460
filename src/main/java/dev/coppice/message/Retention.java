package dev.coppice.message;

import dev.coppice.db.Results;
import dev.coppice.session.Leaf;
import dev.coppice.session.Session;
import dev.coppice.session.Tree;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Optional;

/**
 * Applies a session's {@code maxMessages}: moves the retention cutoffs so that the first messages of the leaf's path
 * are beyond retention. Writes one row per branch of these messages and does not read their bodies. For one
 * transaction; not thread-safe.
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

    /**
     * Trims the path of a locked session's leaf to {@code maxMessages} messages. Returns the number of messages that
     * are beyond retention since this call; 0 if the session has no limit.
     */
    static int apply(EntityManager em, Session session) {
        var leaf = session.leaf();
        var max = session.limits().maxMessages();
        if (leaf == null || max == null || leaf.length() <= max) {
            return 0;
        }
        int count = leaf.length() - max;
        new Retention(em, session).trim(count, leaf);
        return count;
    }

    private void trim(int count, Leaf leaf) {
        var path = reader.pathTo(new Position(leaf.branch(), leaf.depth()));
        var first = firstRetained(path, count);
        var trimmed = path.between(0, first.depth() - 1);
        long tokens = reader.sumsAbove(first).tokens()
                - reader.sumsAbove(path).tokens()
                + reader.rows.editSums(trimmed).tokens();
        trimmed.ranges().forEach(this::moveCutoff);
        reader.inherited.base().filter(trimmed::contains).ifPresent(base -> detachFromSourceUnlessForked(em, session));
        session.recordTrim(count, leaf.changed(-tokens, -count));
        if (session.hasOverlays()) {
            removeOverlays(trimmed);
        }
    }

    /** Returns the position of the first row to keep when the first {@code count} messages of the path are trimmed. */
    private Position firstRetained(Path path, int count) {
        int rest = count;
        for (var range : path.ranges()) {
            var depth = depthOf(range, rest);
            if (depth.isPresent()) {
                return new Position(range.branch(), depth.get());
            }
            rest -= range.size() + reader.rows.editSums(Path.of(range)).count();
        }
        throw new IllegalStateException("The path has fewer messages than its leaf counts");
    }

    /**
     * Returns the depth of a live message in a range; empty when the range has too few live messages.
     *
     * @param others number of live messages of the range above the message
     */
    private Optional<Integer> depthOf(Path.Range range, int others) {
        if (!reader.rows.hasEdits()) {
            return others < range.size() ? Optional.of(range.from() + others) : Optional.empty();
        }
        return Results.first(em.createQuery(
                        "select m.position.depth from Message m where m.position.branch = :branch"
                                + " and m.position.depth between :from and :to and" + MessageRows.NOT_DELETED
                                + " order by m.position.branch, m.position.depth",
                        Integer.class)
                .setParameter("branch", range.branch())
                .setParameter("from", range.from())
                .setParameter("to", range.to())
                .setParameter("tree", session.tree())
                .setFirstResult(others)
                .setMaxResults(1));
    }

    private void moveCutoff(Path.Range range) {
        var cutoff = em.find(RetentionCutoff.class, new RetentionCutoff.Key(session.tree(), range.branch()));
        if (cutoff == null) {
            em.persist(new RetentionCutoff(session.tree(), range));
        } else {
            cutoff.moveTo(range.to());
        }
    }

    /**
     * Detaches the tree of a fork from the tree that it inherits from, unless forks of this fork still read inherited
     * rows. Called when the fork itself reads none any more. Locks the fork's tree before it writes a retention cutoff:
     * the lock order is that of {@link MessagePurge}.
     */
    private static void detachFromSourceUnlessForked(EntityManager em, Session session) {
        var tree = em.find(Tree.class, session.tree(), LockModeType.PESSIMISTIC_WRITE);
        if (RetainedByForks.of(em, tree.id()).isEmpty()) {
            long source = tree.baseTree();
            tree.detachFromBase();
            RetainedByForks.schedulePurge(em, source);
        }
    }

    /**
     * Detaches the tree of a locked session from the tree that it inherits from, if all inherited rows are beyond
     * retention and no fork of the session reads them. Called when a fork of this session was purged, which may have
     * been the last reader of these rows.
     */
    static void detachFromSourceIfUnread(EntityManager em, Session session) {
        var reader = new TreeReader(em, session);
        reader.inherited
                .base()
                .filter(reader.branches::isTrimmed)
                .ifPresent(base -> detachFromSourceUnlessForked(em, session));
    }

    /**
     * Removes the overlays whose last message is beyond retention. Other overlays stay, even if few of their messages
     * are within retention.
     */
    private void removeOverlays(Path trimmed) {
        em.flush();
        for (var range : trimmed.ranges()) {
            em.createQuery(
                            "delete from Overlay o where o.tree = :tree and o.toBranch = :branch and o.toDepth <= :depth")
                    .setParameter("tree", session.tree())
                    .setParameter("branch", range.branch())
                    .setParameter("depth", range.to())
                    .executeUpdate();
        }
        session.recordOverlayCount(new OverlayReader(em, session, new TreeReader(em, session))
                .spans()
                .size());
        OverlayReader.recountTokens(em, session);
    }
}
