package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.session.Leaf;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.Collection;
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

    final MessageRows rows;
    final BranchIndex stems;
    final InheritedPath inherited;

    TreeReader(EntityManager em, Session session) {
        this.em = em;
        this.tree = session.tree();
        this.rows = new MessageRows(em, session);
        this.stems = new BranchIndex(em, session);
        this.inherited = new InheritedPath(em, session, rows, stems);
    }

    /** The last inherited message that is there. */
    Optional<MessageRow> lastInherited() {
        return inherited.base().filter(base -> !stems.isTrimmed(base)).flatMap(this::lastAt);
    }

    /** A living message by its id: one of the tree's own, else an inherited one. */
    Optional<MessageRow> find(String id) {
        return Optional.ofNullable(findAll(List.of(id)).get(id));
    }

    /** Living messages by their ids; those that are not there are left out. */
    Map<String, MessageRow> findAll(Collection<String> ids) {
        var found = new HashMap<String, MessageRow>();
        for (long source : inherited.sources()) {
            rows.named(source, ids, "").stream()
                    .filter(row -> inherited.contains(row.position()))
                    .forEach(row -> found.put(row.id(), row));
        }
        own(ids, false).forEach(row -> found.put(row.id(), row));
        return found;
    }

    /** The tree's own rows of some ids that are not deleted: those that were let go of, or the others. */
    List<MessageRow> own(Collection<String> ids, boolean trimmed) {
        var own = rows.named(tree, ids, " and m.gone = 0");
        if (rows.trimmed) {
            stems.load(own.stream().map(row -> row.position().branch()).toList());
        }
        return own.stream()
                .filter(row -> stems.isTrimmed(row.position()) == trimmed)
                .toList();
    }

    MessageRow get(String id) {
        return find(id).orElseThrow(Problem::noMessage);
    }

    Path pathTo(Position position) {
        return stems.pathTo(position);
    }

    /** The nearest living message above, if there is one. */
    Optional<MessageRow> parent(Position position) {
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
    List<MessageRow> ownAfter(long seq, int limit) {
        return rows.read(rows.query("m.tree = :own and m.seq > :seq" + rows.kept() + " order by m.tree, m.seq")
                .setParameter("own", tree)
                .setParameter("seq", seq)
                .setMaxResults(limit));
    }

    /** The tree's own living message with the highest seq: looked for backwards, in steps that grow. */
    Optional<MessageRow> lastAppended(long lastSeq) {
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

    /** The last living message of a branch, if it has one. */
    Optional<MessageRow> lastOf(long branch) {
        return rows.first(rows.query(
                                "m.position.branch = :branch and m.gone = 0 order by m.position.branch, m.position.depth desc")
                        .setParameter("branch", branch))
                .filter(row -> !stems.isTrimmed(row.position()));
    }

    /** The last living message of a row's branch, as far as this tree's readers see that; of the row itself and below. */
    Optional<MessageRow> lastFrom(Position position) {
        return rows.first(rows.query("m.position.branch = :branch and m.position.depth between :from and :last"
                        + rows.living() + " order by m.position.branch, m.position.depth desc")
                .setParameter("branch", position.branch())
                .setParameter("from", position.depth())
                .setParameter("last", inherited.visibleTo(position.branch())));
    }

    /** The message of a row, or, where it was deleted, the nearest living one above. */
    Optional<MessageRow> lastAt(Position position) {
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
    Leaf leaf(MessageRow row) {
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
}
