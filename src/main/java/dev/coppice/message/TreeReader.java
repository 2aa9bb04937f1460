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
    private Map<Position, Position> turns;

    TreeReader(EntityManager em, Session session) {
        this.em = em;
        this.tree = session.tree();
        this.isFork = session.isFork();
        this.rows = new Rows(em, session);
        this.stems = new Stems(em, session);
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

    /** The path that a fork inherited from other trees; empty for a tree with roots of its own. */
    Path inherited() {
        if (inherited == null) {
            inherited = base().map(stems::pathTo).orElse(Path.EMPTY);
        }
        return inherited;
    }

    /** The last inherited message that is there. */
    Optional<Row> lastInherited() {
        return base().filter(base -> !stems.isTrimmed(base)).flatMap(this::lastAt);
    }

    /** The trees that the inherited path may run over: the one that this grows on, the one that that grows on, and so on. */
    List<Long> sources() {
        var sources = new ArrayList<Long>();
        for (var at = own(); at != null && at.baseTree() != null; at = em.find(Tree.class, at.baseTree())) {
            sources.add(at.baseTree());
        }
        return sources;
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
                    .filter(row -> !stems.isTrimmed(row.position())
                            && base().filter(base -> stems.leadsTo(row.position(), base))
                                    .isPresent())
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
        for (var range : inheritedBehind(seq).ranges()) {
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

    /** What of the inherited path comes behind a seq, which rises along every path: found by halving. */
    private Path inheritedBehind(long seq) {
        var path = inherited();
        if (seq == 0 || path.isEmpty() || seq(path.last()) <= seq) {
            return seq == 0 ? path : Path.EMPTY;
        }
        int low = path.ranges().get(0).from();
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
        return Math.abs(em.createQuery("select m.seq from Message m where m.position = :at", Long.class)
                .setParameter("at", position)
                .getSingleResult());
    }

    /** The last living message of a branch, if it has one. */
    Optional<Row> lastOf(long branch) {
        return rows.first(rows.query(
                                "m.position.branch = :branch and m.gone = 0 order by m.position.branch, m.position.depth desc")
                        .setParameter("branch", branch))
                .filter(row -> !stems.isTrimmed(row.position()));
    }

    /** The last living message of a row's branch, as far as this tree's readers see that; of the row itself and below. */
    Optional<Row> lastFrom(Position position) {
        return rows.first(rows.query("m.position.branch = :branch and m.position.depth between :from and :last"
                        + rows.living() + " order by m.position.branch, m.position.depth desc")
                .setParameter("branch", position.branch())
                .setParameter("from", position.depth())
                .setParameter("last", visibleTo(position.branch())));
    }

    /** The message of a row, or, where it was deleted, the nearest living one above. */
    Optional<Row> lastAt(Position position) {
        return rows.at(position).or(() -> parent(position));
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

    /** A living message as the leaf of its path, which the next message follows. */
    Leaf leaf(Row row) {
        return leaf(row.position(), row.id(), false);
    }

    /**
     * A row as the leaf of its path. Reads no text.
     *
     * @param id of the message that readers see there; null when there is none
     * @param tip true when the next message extends its branch
     */
    Leaf leaf(Position at, String id, boolean tip) {
        var written = em.createQuery(
                        "select m.pathTokens, m.pathBytes from Message m where m.position = :at", Object[].class)
                .setParameter("at", at)
                .getSingleResult();
        long tokens = (Long) written[0];
        int length = at.depth() + 1;
        if (rows.hasEdits || rows.trimmed) {
            var path = pathTo(at);
            var sums = rows.sums(path);
            tokens += sums.tokens() - above(path).tokens();
            length = path.rows() + sums.count();
        }
        return new Leaf(at.branch(), at.depth(), id, tip, (Long) written[0], (Long) written[1], tokens, length);
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
            turn(top, end).ifPresent(first -> rows.at(first)
                    .ifPresentOrElse(
                            row -> {
                                if (row.seq() > after) {
                                    found.add(row);
                                }
                            },
                            () -> open.add(first)));
            if (rows.hasEdits) {
                open.addAll(deadFirsts(top, end));
            }
        }
        return found.stream()
                .sorted(Comparator.comparingLong(Row::seq))
                .limit(limit)
                .toList();
    }

    /**
     * Where the inherited path goes on from one branch to another: rows at the ends of its ranges, and the first ones of the
     * next ranges, living or not.
     */
    Map<Position, Position> turns() {
        if (turns == null) {
            turns = new HashMap<>();
            var ranges = inherited().ranges();
            for (int i = 1; i < ranges.size(); i++) {
                turns.put(
                        ranges.get(i - 1).last(),
                        new Position(ranges.get(i).branch(), ranges.get(i).from()));
            }
        }
        return turns;
    }

    /** Where the inherited path leaves a run of rows, if it does. */
    private Optional<Position> turn(Position top, int end) {
        int last = visibleTo(top.branch());
        return last < top.depth() || last > end
                ? Optional.empty()
                : Optional.ofNullable(turns().get(new Position(top.branch(), last)));
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
