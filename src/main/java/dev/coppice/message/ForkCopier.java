package dev.coppice.message;

import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies what one tree's readers see beside the rows of a path to a tree that grows on it. Within the database: nothing
 * is read here, and a statement copies from up to a hundred ranges.
 */
final class ForkCopier {
    private static final String EDIT =
            "role, body, bytes, tokens, tokens_delta, count_delta, version, created_at, preview";

    /** The tree's number comes from its row: not every database takes a parameter where it cannot tell the type. */
    private static final String EDITS = "select t.id, branch_id, depth, " + EDIT + " from edit join tree t on t.id = ?"
            + " where tree_id = ? and branch_id = ? and depth between ? and ?";

    private static final String OVERLAY =
            """
            overlay_id, from_branch, from_depth, from_id, to_branch, to_depth, to_id, summary, bytes, tokens, messages,
            hidden_tokens, path_bytes, tokens_before, created_at""";

    private static final String LINES =
            """
            insert into trim_line (tree_id, branch_id, depth, due) select t.id, branch_id, depth, false
            from trim_line join tree t on t.id = :to where tree_id = :from""";

    /** Overlays a statement. */
    private static final int OVERLAYS = 500;

    private final EntityManager em;
    private final long from;
    private final long to;
    private final Path path;

    /** @param path that both share */
    ForkCopier(EntityManager em, Session source, Session fork, Path path) {
        this.em = em;
        this.from = source.tree();
        this.to = fork.tree();
        this.path = path;
    }

    /** Copies the edits on the path; answers how many. */
    int edits() {
        int copied = 0;
        for (var piece : path.pieces(RangeQuery.MAX)) {
            var terms = new ArrayList<String>();
            piece.ranges().forEach(range -> terms.add(EDITS));
            var query = em.createNativeQuery(
                    "insert into edit (tree_id, branch_id, depth, " + EDIT + ") " + String.join(" union all ", terms));
            int at = 0;
            for (var range : piece.ranges()) {
                query.setParameter(++at, to)
                        .setParameter(++at, from)
                        .setParameter(++at, range.branch())
                        .setParameter(++at, range.from())
                        .setParameter(++at, range.to());
            }
            copied += query.executeUpdate();
        }
        return copied;
    }

    /**
     * Copies what the source has let go of, on whichever branch: the beginning of a summary may lie on one far above.
     * Nothing of it is due: those rows are the source's to remove.
     */
    void lines() {
        em.createNativeQuery(LINES)
                .setParameter("to", to)
                .setParameter("from", from)
                .executeUpdate();
    }

    /** Copies those overlays that have both ends on the path, in their order; answers how many. */
    int overlays(List<OverlaySpan> spans) {
        var numbers = spans.stream()
                .filter(span -> path.contains(span.from()) && path.contains(span.to()))
                .map(OverlaySpan::number)
                .sorted()
                .toList();
        for (int i = 0; i < numbers.size(); i += OVERLAYS) {
            em.createNativeQuery("insert into overlay (tree_id, " + OVERLAY + ") select t.id, " + OVERLAY
                            + " from overlay o join tree t on t.id = :tree where o.id in (:numbers) order by o.id")
                    .setParameter("tree", to)
                    .setParameter("numbers", numbers.subList(i, Math.min(numbers.size(), i + OVERLAYS)))
                    .executeUpdate();
        }
        return numbers.size();
    }
}
