package dev.coppice.message;

import dev.coppice.session.Session;
import dev.coppice.session.Tree;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a fork sees of the trees that it grows on: one path, and nothing of what grew beside or below it. A tree with roots
 * of its own inherits nothing. For one transaction.
 */
final class InheritedPath {
    private final EntityManager em;
    private final long tree;
    private final boolean isFork;
    private final MessageRows rows;
    private final BranchIndex branchIndex;

    private Path path;
    private Map<Position, Position> turns;

    /** @param session whose readers see it, as {@code rows} and {@code stems} do */
    InheritedPath(EntityManager em, Session session, MessageRows rows, BranchIndex branchIndex) {
        this.em = em;
        this.tree = session.tree();
        this.isFork = session.isFork();
        this.rows = rows;
        this.branchIndex = branchIndex;
    }

    /** The row that a fork grows on; none for a tree with roots of its own. */
    Optional<Position> base() {
        var own = own();
        return own == null || own.baseBranch() == null
                ? Optional.empty()
                : Optional.of(new Position(own.baseBranch(), own.baseDepth()));
    }

    private Tree own() {
        return isFork ? em.find(Tree.class, tree) : null;
    }

    /** The trees that the path may run over: the one that this grows on, the one that that grows on, and so on. */
    List<Long> sources() {
        var sources = new ArrayList<Long>();
        for (var at = own(); at != null && at.baseTree() != null; at = em.find(Tree.class, at.baseTree())) {
            sources.add(at.baseTree());
        }
        return sources;
    }

    /** From the first row that was not let go of to the {@link #base}. */
    Path path() {
        if (path == null) {
            path = base().map(branchIndex::pathTo).orElse(Path.EMPTY);
        }
        return path;
    }

    /** True when a row of one of the {@link #sources} lies on the path; looks only at the branches below it. */
    boolean contains(Position row) {
        return !branchIndex.isTrimmed(row)
                && base().filter(base -> branchIndex.leadsTo(row, base)).isPresent();
    }

    /** The last depth of a branch that this tree's readers see: all of an own one, of others what lies above the fork. */
    int visibleTo(long branch) {
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
     * Where the path goes on from one branch to another: rows at the ends of its ranges, and the first ones of the next
     * ranges, living or not.
     */
    Map<Position, Position> turns() {
        if (turns == null) {
            turns = new HashMap<>();
            var ranges = path().ranges();
            for (int i = 1; i < ranges.size(); i++) {
                turns.put(
                        ranges.get(i - 1).last(),
                        new Position(ranges.get(i).branch(), ranges.get(i).from()));
            }
        }
        return turns;
    }

    /** Living messages in the order of appending; they all lie before the own ones. */
    List<MessageRow> after(long seq, int limit) {
        var found = new ArrayList<MessageRow>();
        for (var range : behind(seq).ranges()) {
            if (found.size() < limit) {
                found.addAll(
                        rows.read(rows.query("m.position.branch = :branch and m.position.depth between :from and :to"
                                        + rows.living() + " order by m.position.branch, m.position.depth")
                                .setParameter("branch", range.branch())
                                .setParameter("from", range.from())
                                .setParameter("to", range.to())
                                .setMaxResults(limit - found.size())));
            }
        }
        return found;
    }

    /** What of the path comes behind a seq, which rises along every path: found by halving. */
    private Path behind(long seq) {
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
        return em
                .createQuery("select abs(m.seq) from Message m where m.position = :at", Long.class)
                .setParameter("at", position)
                .getResultList()
                .stream()
                .findFirst()
                .orElseThrow(TreeReader::moved);
    }
}
