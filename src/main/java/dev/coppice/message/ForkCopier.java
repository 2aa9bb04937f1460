package dev.coppice.message;

import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies data of a source session to a new fork: the edits and compactions on the path that the fork inherits, and the
 * retention cutoffs of the source's branches. A retention cutoff hides the rows of a branch whose messages the source's
 * limit {@code maxMessages} has removed. Message rows are not copied. The copying happens inside the database. For one
 * transaction; not thread-safe.
 */
final class ForkCopier {
    private static final String EDIT_COLUMNS =
            "role, body, bytes, tokens, tokens_delta, count_delta, version, created_at, preview";

    /**
     * SQL query for the source's edits in one range of rows, with the id of the fork's tree in place of the source's.
     * The query reads this id from the fork's row of {@code tree}, because some databases refuse a parameter in the
     * select list.
     */
    private static final String SELECT_EDITS = "select t.id, branch_id, depth, " + EDIT_COLUMNS
            + " from edit join tree t on t.id = ?" + " where tree_id = ? and branch_id = ? and depth between ? and ?";

    private static final String OVERLAY_COLUMNS =
            """
            overlay_id, from_branch, from_depth, from_id, to_branch, to_depth, to_id, summary, bytes, tokens, messages,
            hidden_tokens, path_bytes, tokens_before, created_at""";

    private static final String CUTOFFS =
            """
            insert into trim_line (tree_id, branch_id, depth, due) select t.id, branch_id, depth, false
            from trim_line join tree t on t.id = :to where tree_id = :from""";

    /**
     * Maximum number of stored compactions that one statement copies. Each of them is one parameter of the statement,
     * and databases limit the number of parameters.
     */
    private static final int OVERLAYS_PER_STATEMENT = 500;

    private final EntityManager em;
    private final long from;
    private final long to;
    private final Path path;

    /**
     * Creates a copier.
     *
     * @param source the session that is forked
     * @param fork the new session
     * @param path the path of messages that the fork inherits; empty if there is nothing to copy
     */
    ForkCopier(EntityManager em, Session source, Session fork, Path path) {
        this.em = em;
        this.from = source.tree();
        this.to = fork.tree();
        this.path = path;
    }

    /**
     * True if the inherited path does not begin with a root: the first rows of the path are beyond retention of the
     * source.
     */
    boolean isTrimmed() {
        return !path.isEmpty() && path.first().depth() > 0;
    }

    /** Copies the edits (updates and deletes) of messages on the inherited path, and returns their number. */
    int copyEdits() {
        int copied = 0;
        for (var piece : path.pieces(RangeQuery.MAX)) {
            var terms = new ArrayList<String>();
            piece.ranges().forEach(range -> terms.add(SELECT_EDITS));
            var query = em.createNativeQuery("insert into edit (tree_id, branch_id, depth, " + EDIT_COLUMNS + ") "
                    + String.join(" union all ", terms));
            int index = 0;
            for (var range : piece.ranges()) {
                query.setParameter(++index, to)
                        .setParameter(++index, from)
                        .setParameter(++index, range.branch())
                        .setParameter(++index, range.from())
                        .setParameter(++index, range.to());
            }
            copied += query.executeUpdate();
        }
        return copied;
    }

    /**
     * Copies the retention cutoffs of all branches of the source. The cutoffs of the inherited branches would not be
     * enough, because a copied compaction may begin on a branch whose rows are all beyond retention. The copies do not
     * schedule a purge: the rows belong to the source, which purges them.
     */
    void copyCutoffs() {
        em.createNativeQuery(CUTOFFS)
                .setParameter("to", to)
                .setParameter("from", from)
                .executeUpdate();
    }

    /**
     * Copies the source's compactions that begin and end on the inherited path, in the order of their database ids.
     * Returns the number of copies.
     *
     * @param spans the source's compactions
     */
    int copyOverlays(List<OverlaySpan> spans) {
        var numbers = spans.stream()
                .filter(span -> path.contains(span.from()) && path.contains(span.to()))
                .map(OverlaySpan::number)
                .sorted()
                .toList();
        for (int i = 0; i < numbers.size(); i += OVERLAYS_PER_STATEMENT) {
            em.createNativeQuery(
                            "insert into overlay (tree_id, " + OVERLAY_COLUMNS + ") select t.id, " + OVERLAY_COLUMNS
                                    + " from overlay o join tree t on t.id = :tree where o.id in (:numbers) order by o.id")
                    .setParameter("tree", to)
                    .setParameter("numbers", numbers.subList(i, Math.min(numbers.size(), i + OVERLAYS_PER_STATEMENT)))
                    .executeUpdate();
        }
        return numbers.size();
    }
}
