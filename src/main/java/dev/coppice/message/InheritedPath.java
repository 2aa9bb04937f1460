package dev.coppice.message;

import dev.coppice.db.Results;
import dev.coppice.session.Session;
import dev.coppice.session.Tree;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The path of rows that a fork inherits from other trees, from a root to the fork's base, which is the last inherited
 * row. The fork inherits no other rows of those trees. The path is empty for a tree that is not a fork. A row is beyond
 * retention if the limit {@code maxMessages} has removed its message from the session. For one read or one transaction;
 * not thread-safe.
 */
final class InheritedPath {
    private final EntityManager em;
    private final long tree;
    private final boolean isFork;
    private final MessageRows rows;
    private final BranchIndex branchIndex;

    private Path path;
    private Map<Position, Position> crossings;

    /**
     * Creates the inherited path of a session.
     *
     * @param session the session that inherits the path; {@code rows} and {@code branchIndex} must belong to the same
     *     session
     */
    InheritedPath(EntityManager em, Session session, MessageRows rows, BranchIndex branchIndex) {
        this.em = em;
        this.tree = session.tree();
        this.isFork = session.isFork();
        this.rows = rows;
        this.branchIndex = branchIndex;
    }

    /**
     * Returns the position of the last inherited row, at which the fork begins. Empty if the tree is not a fork, or if
     * it inherits no rows: it was forked from an empty session, or was detached from its source by {@link Retention}.
     */
    Optional<Position> base() {
        var own = ownTree();
        return own == null || own.baseBranch() == null
                ? Optional.empty()
                : Optional.of(new Position(own.baseBranch(), own.baseDepth()));
    }

    private Tree ownTree() {
        return isFork ? em.find(Tree.class, tree) : null;
    }

    /**
     * Returns the ids of the trees whose rows the inherited path may contain. The first is the tree that this tree was
     * forked from, the next is the tree that the first was forked from, and so on. Empty if the tree has no
     * {@link #base}.
     */
    List<Long> sources() {
        var sources = new ArrayList<Long>();
        for (var at = ownTree(); at != null && at.baseTree() != null; at = em.find(Tree.class, at.baseTree())) {
            sources.add(at.baseTree());
        }
        return sources;
    }

    /**
     * Returns the inherited path down to the {@link #base}. It begins with the first row that is not beyond retention,
     * and is empty if there is no such row or no base.
     */
    Path path() {
        if (path == null) {
            path = base().map(branchIndex::pathTo).orElse(Path.EMPTY);
        }
        return path;
    }

    /**
     * True if the inherited path contains a row. Looks up only the branches from the fork's base up to the row.
     *
     * @param row position of a row of one of the {@link #sources}
     */
    boolean contains(Position row) {
        return !branchIndex.isTrimmed(row)
                && base().filter(base -> branchIndex.isOnPath(row, base)).isPresent();
    }

    /**
     * Returns the depth of the last row of a branch that this tree's readers see, inclusive. They see a branch of this
     * tree itself down to its end, and the result is {@link Integer#MAX_VALUE}. For another branch it is the depth of
     * the last inherited row on that branch that is not beyond retention, or -1 if there is none.
     */
    int lastVisibleDepth(long branch) {
        if (branchIndex.get(branch).tree() == tree) {
            return Integer.MAX_VALUE;
        }
        return path().ranges().stream()
                .filter(range -> range.branch() == branch)
                .mapToInt(Path.Range::to)
                .findFirst()
                .orElse(-1);
    }

    /**
     * Returns where the inherited path changes from one branch to another. Each key is the position of the last
     * inherited row on a branch. The value is the position of the next inherited row, which is on another branch. The
     * messages of both rows may be deleted.
     */
    Map<Position, Position> crossings() {
        if (crossings == null) {
            crossings = new HashMap<>();
            var ranges = path().ranges();
            for (int i = 1; i < ranges.size(); i++) {
                crossings.put(
                        ranges.get(i - 1).last(),
                        new Position(ranges.get(i).branch(), ranges.get(i).from()));
            }
        }
        return crossings;
    }

    /**
     * Returns inherited messages that are not deleted, in the order of appending: the first {@code limit} with a
     * sequence number above {@code seq}. In this order, all inherited messages precede the fork's own messages.
     *
     * @param limit maximum number of messages, inclusive
     */
    List<MessageRow> rowsAfter(long seq, int limit) {
        var found = new ArrayList<MessageRow>();
        for (var range : after(seq).ranges()) {
            if (found.size() < limit) {
                found.addAll(
                        rows.read(rows.query("m.position.branch = :branch and m.position.depth between :from and :to"
                                        + rows.notDeleted() + " order by m.position.branch, m.position.depth")
                                .setParameter("branch", range.branch())
                                .setParameter("from", range.from())
                                .setParameter("to", range.to())
                                .setMaxResults(limit - found.size())));
            }
        }
        return found;
    }

    /**
     * Returns the rows of the inherited path that have sequence numbers above {@code seq}. Sequence numbers increase
     * along every path, so a binary search finds the first of these rows.
     */
    private Path after(long seq) {
        var path = path();
        if (seq == 0 || path.isEmpty()) {
            return path;
        }
        if (seq(path.last()) <= seq) {
            return Path.EMPTY;
        }
        int low = path.first().depth();
        int high = path.last().depth();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (seq(path.between(middle, middle).last()) > seq) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return path.between(low, path.last().depth());
    }

    private long seq(Position position) {
        return Results.first(em.createQuery("select abs(m.seq) from Message m where m.position = :at", Long.class)
                        .setParameter("at", position))
                .orElseThrow(TreeReader::purgedMeanwhile);
    }
}
