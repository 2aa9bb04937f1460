package dev.coppice.message;

import dev.coppice.db.Results;
import dev.coppice.session.Leaf;
import dev.coppice.session.Session;
import dev.coppice.session.Tree;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Optional;

/**
 * Applies a session's limit {@code maxMessages}: removes the first messages of the path to the leaf from the session;
 * they are then beyond retention. For this, it stores a retention cutoff for each of their branches: the depth down to
 * which the rows of the branch are hidden from the session. Writes one row per branch of these messages and does not
 * read their bodies. For one transaction; not thread-safe.
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
     * Puts the first messages of the path to the session's leaf beyond retention, so that at most {@code maxMessages}
     * remain on the path. Returns the number of messages that this call has hidden; 0 if the session has no limit or
     * does not exceed it. The session's row must be locked.
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
                + reader.rows.edits.sums(trimmed).tokens();
        trimmed.ranges().forEach(this::moveCutoff);
        reader.inherited.base().filter(trimmed::contains).ifPresent(base -> detachFromSourceUnlessForked(em, session));
        session.recordTrim(count, leaf.changed(-tokens, -count));
        if (session.hasOverlays()) {
            removeOverlays(trimmed);
        }
    }

    /**
     * Returns the position of the first message that remains if the first {@code count} messages of the path are
     * hidden. Deleted messages are not counted.
     */
    private Position firstRetained(Path path, int count) {
        int rest = count;
        for (var range : path.ranges()) {
            var depth = depthOf(range, rest);
            if (depth.isPresent()) {
                return new Position(range.branch(), depth.get());
            }
            rest -= range.size() + reader.rows.edits.sums(Path.of(range)).count();
        }
        throw new IllegalStateException("The path has fewer messages than its leaf counts");
    }

    /**
     * Returns the depth of the message that has {@code others} messages above it in {@code range}. Empty if the range
     * has at most {@code others} messages. Deleted messages are not counted.
     *
     * @param others number of messages of the range that are above the message; 0 for the first message of the range
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
     * Detaches a session's tree from the tree whose rows it inherits, unless forks read rows of the session's tree:
     * through these rows they may also read the inherited ones. Called when the session itself reads no inherited rows
     * any more. Locks the row of the session's tree before the row of the source's tree, and before it writes a
     * retention cutoff; {@link MessagePurge} explains the order of locks.
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
     * Detaches a session's tree from the tree whose rows it inherits, if all inherited rows are beyond retention of the
     * session and no fork reads rows of the session's tree. The session's row must be locked. Called after a fork of
     * this session was purged, because that fork may have been the last reader.
     */
    static void detachFromSourceIfUnread(EntityManager em, Session session) {
        var reader = new TreeReader(em, session);
        reader.inherited
                .base()
                .filter(reader.branches::isTrimmed)
                .ifPresent(base -> detachFromSourceUnlessForked(em, session));
    }

    /**
     * Removes the compactions whose last message this change has hidden. Other compactions stay, even if few of their
     * messages remain.
     *
     * @param trimmed the rows that this change has hidden
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
