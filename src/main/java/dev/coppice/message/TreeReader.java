package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.db.Results;
import dev.coppice.session.Leaf;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a session's tree as the session's readers see it. Deleted messages are left out, and their children become
 * children of the nearest message above that is not deleted. In a fork, the inherited messages are included, but no
 * other messages of the source. A message is beyond retention if the session's limit {@code maxMessages} has removed it
 * from the session. For one read or one transaction; not thread-safe.
 */
final class TreeReader {
    private static final int FACTOR = 16;

    private final EntityManager em;
    private final long tree;

    final MessageRows rows;
    final BranchIndex branches;
    final InheritedPath inherited;

    TreeReader(EntityManager em, Session session) {
        this.em = em;
        this.tree = session.tree();
        this.rows = new MessageRows(em, session);
        this.branches = new BranchIndex(em, session);
        this.inherited = new InheritedPath(em, session, rows, branches);
    }

    /**
     * Returns the last inherited message that is not deleted. Empty if there is none, if all inherited messages are
     * beyond retention, or if the tree is not a fork.
     */
    Optional<MessageRow> lastInherited() {
        return inherited.base().filter(base -> !branches.isTrimmed(base)).flatMap(this::liveAtOrAbove);
    }

    /**
     * Returns the message with this id that is neither deleted nor beyond retention; empty if there is none. If both a
     * message that was written in this tree and an inherited one have the id, returns the one that was written in this
     * tree.
     */
    Optional<MessageRow> find(String id) {
        return Optional.ofNullable(findAll(List.of(id)).get(id));
    }

    /** Returns the messages that {@link #find} returns for these ids, by id. Ids without a message are left out. */
    Map<String, MessageRow> findAll(Collection<String> ids) {
        var found = new HashMap<String, MessageRow>();
        for (long source : inherited.sources()) {
            rows.withIds(source, ids, "").stream()
                    .filter(row -> inherited.contains(row.position()))
                    .forEach(row -> found.put(row.id(), row));
        }
        ownRows(ids, false).forEach(row -> found.put(row.id(), row));
        return found;
    }

    /**
     * Returns those of the messages with these ids that were written in this tree (not inherited) and are not deleted.
     *
     * @param trimmed true to return only messages that are beyond retention, false to return only the others
     */
    List<MessageRow> ownRows(Collection<String> ids, boolean trimmed) {
        var own = rows.withIds(tree, ids, " and m.gone = 0");
        if (rows.trimmed) {
            branches.load(own.stream().map(row -> row.position().branch()).toList());
        }
        return own.stream()
                .filter(row -> branches.isTrimmed(row.position()) == trimmed)
                .toList();
    }

    MessageRow get(String id) {
        return find(id).orElseThrow(Problem::noMessage);
    }

    /**
     * Returns the message with this id or, if the id is null, the leaf of the session. Empty if the id is null and the
     * session has no leaf, because it has no messages or all were deleted. Throws 404 {@code message-not-found} if no
     * message has the id, 503 {@code busy} if the leaf was deleted after the session's row was read.
     */
    Optional<MessageRow> leaf(Session session, String id) {
        if (id != null) {
            return Optional.of(get(id));
        }
        return session.leafId() == null
                ? Optional.empty()
                : Optional.of(find(session.leafId()).orElseThrow(TreeReader::purgedMeanwhile));
    }

    Path pathTo(Position position) {
        return branches.pathTo(position);
    }

    /**
     * Returns the parent of the message at a position: the nearest message above that is not deleted. Empty for a root,
     * and if all messages above are deleted or beyond retention.
     */
    Optional<MessageRow> parent(Position position) {
        var at = position;
        while (true) {
            var branch = branches.get(at.branch());
            var above = at.depth() > branch.first() ? aboveOnBranch(at, branch.first()) : Optional.<MessageRow>empty();
            if (above.isPresent()) {
                return above;
            }
            if (branch.parent() == null) {
                return Optional.empty();
            }
            at = new Position(branch.parent().branch(), branch.parent().depth() + 1);
            if (!rows.hasEdits()) {
                return rows.at(branch.parent());
            }
        }
    }

    private Optional<MessageRow> aboveOnBranch(Position at, int first) {
        return rows.first(rows.query("m.position.branch = :branch and m.position.depth between :first and :above"
                        + rows.notDeleted() + " order by m.position.branch, m.position.depth desc")
                .setParameter("branch", at.branch())
                .setParameter("first", rows.hasEdits() ? first : at.depth() - 1)
                .setParameter("above", at.depth() - 1));
    }

    /**
     * Returns messages that were written in this tree and are not deleted, in the order of appending: the first
     * {@code limit} with a sequence number above {@code seq}.
     */
    List<MessageRow> ownRowsAfter(long seq, int limit) {
        return rows.read(rows.query("m.tree = :own and m.seq > :seq" + rows.retained() + " order by m.tree, m.seq")
                .setParameter("own", tree)
                .setParameter("seq", seq)
                .setMaxResults(limit));
    }

    /**
     * Returns messages of all branches in the order of appending, without deleted messages: the first {@code limit}
     * with a sequence number above {@code seq}. Inherited messages come first.
     */
    List<MessageRow> rowsAfter(long seq, int limit) {
        var found = new ArrayList<MessageRow>(inherited.rowsAfter(seq, limit));
        if (found.size() < limit) {
            found.addAll(ownRowsAfter(seq, limit - found.size()));
        }
        return found;
    }

    /**
     * Returns the message that was appended last to this tree and is not deleted. Inherited messages do not count.
     * Empty if there is none. Searches backwards from {@code lastSeq}, each query in a range 16 times as long as the
     * one before, so that it costs little if the message is near the end and few queries otherwise.
     *
     * @param lastSeq the highest sequence number of the session
     */
    Optional<MessageRow> lastAppended(long lastSeq) {
        long step = 1;
        for (long to = lastSeq; to > 0; ) {
            var row = rows.first(rows.query("m.tree = :own and m.seq between :from and :to" + rows.retained()
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

    /**
     * Returns the last message of a branch of this tree that is not deleted. Empty if the branch has no such message,
     * or if that message is beyond retention.
     */
    Optional<MessageRow> lastOnBranch(long branch) {
        return rows.first(rows.query(
                                "m.position.branch = :branch and m.gone = 0 order by m.position.branch, m.position.depth desc")
                        .setParameter("branch", branch))
                .filter(row -> !branches.isTrimmed(row.position()));
    }

    /**
     * Returns the last message of a branch, at or below a position, that is not deleted and that this tree's readers
     * see. Empty if there is none.
     */
    Optional<MessageRow> lastOnBranchFrom(Position position) {
        return rows.first(rows.query("m.position.branch = :branch and m.position.depth between :from and :last"
                        + rows.notDeleted() + " order by m.position.branch, m.position.depth desc")
                .setParameter("branch", position.branch())
                .setParameter("from", position.depth())
                .setParameter("last", inherited.lastVisibleDepth(position.branch())));
    }

    /**
     * Returns the message at a position. If that message is deleted, returns the nearest message above it that is not
     * deleted. Empty if there is none.
     */
    Optional<MessageRow> liveAtOrAbove(Position position) {
        return rows.at(position).or(() -> parent(position));
    }

    /**
     * Returns how many messages are above the one at a position on its path; 0 for a root. Deleted messages, and
     * messages beyond retention, do not count.
     */
    int messageDepth(Position position) {
        if (!rows.hasEdits() && !rows.trimmed) {
            return position.depth();
        }
        var path = pathTo(position);
        return path.rowCount() - 1 + rows.edits.sums(path).count();
    }

    /**
     * Sums of tokens and bytes of the rows from a root down to a row, as first written. The query that creates this
     * object decides whether the sums include that row.
     */
    record PathSums(Long tokens, Long bytes) {
        static final PathSums NOTHING = new PathSums(0L, 0L);
    }

    /**
     * Returns the sums of tokens and bytes of all rows above the first row of a path. Both sums are 0 if the path
     * begins with a root; they are greater if the path begins below rows that are beyond retention. Throws 503
     * {@code busy} if the path's first row was purged meanwhile.
     */
    PathSums sumsAbove(Path path) {
        return path.isEmpty() ? PathSums.NOTHING : sumsAbove(path.first());
    }

    PathSums sumsAbove(Position row) {
        if (row.depth() == 0) {
            return PathSums.NOTHING;
        }
        return Results.first(em.createQuery(
                                "select m.pathTokens - m.tokens, m.pathBytes - m.bytes from Message m where m.position = :row",
                                PathSums.class)
                        .setParameter("row", row))
                .orElseThrow(TreeReader::purgedMeanwhile);
    }

    /**
     * Returns the problem 503 {@code busy} for a request that expects a row and does not find it, because the row was
     * purged between two queries of the request.
     */
    static Problem purgedMeanwhile() {
        return new Problem(Code.OVERLOADED, "The session was changed while it was being read; retry the request.");
    }

    /**
     * Returns a {@link Leaf} for a message, with the tokens, bytes and length of its path. A message that is appended
     * below this leaf begins a new branch.
     */
    Leaf leaf(MessageRow row) {
        return leaf(row.position(), row.id(), false);
    }

    /**
     * Returns a {@link Leaf} for a row, with the tokens, bytes and length of its path. Reads no body.
     *
     * @param at position of the row
     * @param id id of the row's message, or, if this message is deleted, of the nearest message above that is not
     *     deleted; null if there is none
     * @param tip true if a message that is appended below the leaf continues the row's branch, false if it begins a new
     *     one
     */
    Leaf leaf(Position at, String id, boolean tip) {
        var sums = em.createQuery(
                        "select m.pathTokens, m.pathBytes from Message m where m.position = :at", PathSums.class)
                .setParameter("at", at)
                .getSingleResult();
        long tokens = sums.tokens();
        int length = at.depth() + 1;
        if (rows.hasEdits() || rows.trimmed) {
            var path = pathTo(at);
            var edits = rows.edits.sums(path);
            tokens += edits.tokens() - sumsAbove(path).tokens();
            length = path.rowCount() + edits.count();
        }
        return new Leaf(at.branch(), at.depth(), id, tip, sums.tokens(), sums.bytes(), tokens, length);
    }
}
