package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.Leaf;
import dev.coppice.session.Session;
import dev.coppice.session.Tree;
import jakarta.persistence.EntityManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds its way in a session's tree as its readers see it: deleted messages are not there, their children belong to the
 * nearest survivor above; what a fork inherits is there, what grew on its source afterwards is not. For one transaction.
 */
final class TreeReader {
    private static final int FACTOR = 16;

    private final EntityManager em;
    private final long tree;
    private final boolean isFork;

    final Rows rows;
    final Stems stems;
    private Path inherited;

    TreeReader(EntityManager em, Session session) {
        this.em = em;
        this.tree = session.tree();
        this.isFork = session.isFork();
        this.rows = new Rows(em, session);
        this.stems = new Stems(em, session);
    }

    /** The path that a fork inherited from other trees; empty for a tree with roots of its own. */
    Path inherited() {
        if (inherited == null) {
            var own = isFork ? em.find(Tree.class, tree) : null;
            inherited = own == null || own.baseBranch() == null
                    ? Path.EMPTY
                    : stems.pathTo(new Position(own.baseBranch(), own.baseDepth()));
        }
        return inherited;
    }

    /** The trees that the inherited path runs over. */
    List<Long> sources() {
        return inherited().ranges().stream()
                .map(range -> stems.get(range.branch()).tree())
                .distinct()
                .toList();
    }

    /** A living message by its id: one of the tree's own, else an inherited one. */
    Optional<Row> find(String id) {
        return Optional.ofNullable(findAll(List.of(id)).get(id));
    }

    /** Living messages by their ids; those that are not there are left out. */
    Map<String, Row> findAll(Collection<String> ids) {
        var found = new HashMap<String, Row>();
        for (long source : sources()) {
            rows.named(source, ids, "").stream()
                    .filter(row -> inherited().contains(row.position()))
                    .forEach(row -> found.put(row.id(), row));
        }
        own(ids, false).forEach(row -> found.put(row.id(), row));
        return found;
    }

    /** The tree's own rows of some ids that are not deleted: those that were let go of, or the others. */
    List<Row> own(Collection<String> ids, boolean trimmed) {
        var own = rows.named(tree, ids, " and m.gone = 0");
        if (rows.trimmed) {
            stems.load(own.stream().map(row -> row.position().branch()).toList());
        }
        return own.stream()
                .filter(row -> stems.isTrimmed(row.position()) == trimmed)
                .toList();
    }

    Row get(String id) {
        return find(id).orElseThrow(Problem::noMessage);
    }

    Path pathTo(Position position) {
        return stems.pathTo(position);
    }

    /** The nearest living message above, if there is one. */
    Optional<Row> parent(Position position) {
        var at = position;
        while (true) {
            var stem = stems.get(at.branch());
            if (at.depth() > stem.first()) {
                var above = rows.first(
                        rows.query("m.position.branch = :branch and m.position.depth between :first and :above"
                                        + rows.living() + " order by m.position.branch, m.position.depth desc")
                                .setParameter("branch", at.branch())
                                .setParameter("first", rows.hasEdits ? stem.first() : at.depth() - 1)
                                .setParameter("above", at.depth() - 1));
                if (above.isPresent()) {
                    return above;
                }
            }
            if (stem.parent() == null) {
                return Optional.empty();
            }
            at = new Position(stem.parent().branch(), stem.parent().depth() + 1);
            if (!rows.hasEdits) {
                return rows.at(stem.parent());
            }
        }
    }

    /** The tree's own living messages in the order of appending. */
    List<Row> ownAfter(long seq, int limit) {
        return rows.read(rows.query("m.tree = :own and m.seq > :seq" + rows.kept() + " order by m.tree, m.seq")
                .setParameter("own", tree)
                .setParameter("seq", seq)
                .setMaxResults(limit));
    }

    /** The tree's own living message with the highest seq: looked for backwards, in steps that grow. */
    Optional<Row> lastAppended(long lastSeq) {
        long step = 1;
        for (long to = lastSeq; to > 0; ) {
            var row = rows.first(rows.query("m.tree = :own and m.seq between :from and :to" + rows.kept()
                            + " order by m.tree, m.seq desc")
                    .setParameter("own", tree)
                    .setParameter("from", Math.max(1, to - step + 1))
                    .setParameter("to", to));
            if (row.isPresent()) {
                return row;
            }
            to -= step;
            step *= FACTOR;
        }
        return Optional.empty();
    }

    /** Inherited living messages in the order of appending; they all lie before the own ones. */
    List<Row> inheritedAfter(long seq, int limit) {
        var found = new ArrayList<Row>();
        for (var range : inherited().ranges()) {
            if (found.size() < limit) {
                found.addAll(
                        rows.read(rows.query("m.position.branch = :branch and m.position.depth between :from and :to"
                                        + " and abs(m.seq) > :seq" + rows.living()
                                        + " order by m.position.branch, m.position.depth")
                                .setParameter("branch", range.branch())
                                .setParameter("from", range.from())
                                .setParameter("to", range.to())
                                .setParameter("seq", seq)
                                .setMaxResults(limit - found.size())));
            }
        }
        return found;
    }

    /** The last living message of a branch, if it has one. */
    Optional<Row> lastOf(long branch) {
        return rows.first(rows.query(
                                "m.position.branch = :branch and m.gone = 0 order by m.position.branch, m.position.depth desc")
                        .setParameter("branch", branch))
                .filter(row -> !stems.isTrimmed(row.position()));
    }

    /** Living messages above: how deep a message lies, 0 for a root. */
    int depth(Position position) {
        if (!rows.hasEdits && !rows.trimmed) {
            return position.depth();
        }
        var path = pathTo(position);
        return path.rows() - 1 + rows.sums(path).count();
    }

    /** What a row carries on from those above it, as they were written. */
    record Above(long tokens, long bytes) {
        static final Above NOTHING = new Above(0, 0);
    }

    /** What lies above a path: nothing, unless its beginning was let go of. */
    Above above(Path path) {
        return path.isEmpty() ? Above.NOTHING : above(path.first());
    }

    Above above(Position row) {
        if (row.depth() == 0) {
            return Above.NOTHING;
        }
        var sums = em
                .createQuery(
                        "select m.pathTokens - m.tokens, m.pathBytes - m.bytes from Message m where m.position = :row",
                        Object[].class)
                .setParameter("row", row)
                .getResultList()
                .stream()
                .findFirst()
                .orElseThrow(TreeReader::moved);
        return new Above((Long) sums[0], (Long) sums[1]);
    }

    /** More was let go of, and purged, between two looks of a reader. */
    static Problem moved() {
        return new Problem(Code.OVERLOADED, "The session is being written to; try again.");
    }

    /** A living message as the leaf of its path. */
    Leaf leaf(Message row, boolean tip) {
        long tokens = row.pathTokens();
        int length = row.position().depth() + 1;
        if (rows.hasEdits || rows.trimmed) {
            var path = pathTo(row.position());
            var sums = rows.sums(path);
            tokens += sums.tokens() - above(path).tokens();
            length = path.rows() + sums.count();
        }
        return new Leaf(
                row.position().branch(),
                row.position().depth(),
                row.id(),
                tip,
                row.pathTokens(),
                row.pathBytes(),
                tokens,
                length);
    }

    /**
     * The living children in the order of appending, at most so many, those with a seq above {@code after}. A deleted
     * child is replaced by its own children; the loop is bounded by the number of deleted messages below.
     */
    List<Row> children(Position parent, long after, int limit) {
        var found = new ArrayList<Row>();
        var open = new ArrayDeque<Position>();
        open.push(parent);
        while (!open.isEmpty()) {
            var top = open.pop();
            var next = next(top);
            next.filter(row -> row.seq() > after).ifPresent(found::add);
            // Without edits, what leaves further down leaves a living row.
            int end = !rows.hasEdits
                    ? top.depth()
                    : next.map(row -> row.position().depth() - 1).orElse(Integer.MAX_VALUE);
            found.addAll(leaving(top, end, after, limit));
            if (rows.hasEdits) {
                open.addAll(deadFirsts(top, end));
            }
        }
        return found.stream()
                .sorted(Comparator.comparingLong(Row::seq))
                .limit(limit)
                .toList();
    }

    /** Living first rows of this tree's branches that leave a run of rows. */
    private List<Row> leaving(Position top, int end, long after, int limit) {
        boolean one = end == top.depth();
        var query = rows.query(
                        "Branch b join Message m on m.position.branch = b.id and m.position.depth = b.parentDepth + 1",
                        "b.parent = :branch and b.parentDepth " + (one ? "= :from" : "between :from and :to")
                                + " and b.tree = :own and b.firstSeq > :after" + rows.living()
                                + " order by " + (one ? "b.parent, b.parentDepth, b.firstSeq" : "b.firstSeq"))
                .setParameter("branch", top.branch())
                .setParameter("from", top.depth())
                .setParameter("own", tree)
                .setParameter("after", after);
        if (!one) {
            query.setParameter("to", end);
        }
        if (limit < Integer.MAX_VALUE) {
            query.setMaxResults(limit);
        }
        return rows.read(query);
    }

    /** The next living row on the same branch, as far as this tree's readers see that branch. */
    private Optional<Row> next(Position position) {
        int last = visibleTo(position.branch());
        return rows.first(
                rows.query("m.position.branch = :branch and m.position.depth > :depth and m.position.depth <= :last"
                                + rows.living() + " order by m.position.branch, m.position.depth")
                        .setParameter("branch", position.branch())
                        .setParameter("depth", position.depth())
                        .setParameter("last", last));
    }

    /** All of an own branch; of an inherited one what lies above the fork. */
    int visibleTo(long branch) {
        if (stems.get(branch).tree() == tree) {
            return Integer.MAX_VALUE;
        }
        return inherited().ranges().stream()
                .filter(range -> range.branch() == branch)
                .mapToInt(Path.Range::to)
                .findFirst()
                .orElse(-1);
    }

    private List<Position> deadFirsts(Position top, int end) {
        return em
                .createQuery(
                        """
                        select b.id, b.parentDepth from Branch b join Edit e on e.key.tree = b.tree
                        and e.key.branch = b.id and e.key.depth = b.parentDepth + 1 and e.countDelta < 0
                        where b.parent = :branch and b.parentDepth between :from and :to and b.tree = :own""",
                        Object[].class)
                .setParameter("branch", top.branch())
                .setParameter("from", top.depth())
                .setParameter("to", end)
                .setParameter("own", tree)
                .getResultList()
                .stream()
                .map(row -> new Position((Long) row[0], (Integer) row[1] + 1))
                .toList();
    }
}
