package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.message.Append.Parent;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;

/** Finds the places in a tree where an append inserts its messages. For one transaction; not thread-safe. */
final class InsertPoints {
    private final EntityManager em;
    private final Session session;
    private final TreeReader reader;

    InsertPoints(EntityManager em, Session session, TreeReader reader) {
        this.em = em;
        this.session = session;
        this.reader = reader;
    }

    /**
     * Returns the place below the parent that a request names. Throws 404 {@code unknown-parent} if the parent does not
     * exist.
     */
    InsertPoint of(Parent parent) {
        if (parent.isLeaf()) {
            return session.leaf() == null ? InsertPoint.ROOT : InsertPoint.under(session.leaf());
        }
        if (parent.root()) {
            return InsertPoint.ROOT;
        }
        if (parent.id().equals(session.leafId())) {
            return InsertPoint.under(session.leaf());
        }
        return parent.id().startsWith(Ids.RESERVED) ? underSummary(parent.id()) : under(find(parent.id()));
    }

    private MessageRow find(String parentId) {
        return reader.find(parentId).orElseThrow(InsertPoints::unknownParent);
    }

    private static Problem unknownParent() {
        return new Problem(Code.UNKNOWN_PARENT, "No message with the parent's id exists.");
    }

    /**
     * Returns the place below a summary that a request names as the parent: below the last row that the summary
     * replaces, even if the message of that row was deleted. A summary applies only to paths that contain this row.
     * Throws 404 {@code unknown-parent} if there is no summary with this id.
     */
    private InsertPoint underSummary(String id) {
        var end = new OverlayReader(em, session, reader)
                .find(id)
                .orElseThrow(InsertPoints::unknownParent)
                .to();
        var live = reader.liveAtOrAbove(end);
        return live.filter(row -> row.position().equals(end))
                .map(this::under)
                .orElseGet(() -> under(end, live.map(MessageRow::id).orElse(null)));
    }

    /** Returns the place in the tree where the next child of a message is inserted. */
    InsertPoint under(MessageRow parent) {
        return parent.id().equals(session.leafId())
                ? InsertPoint.under(session.leaf())
                : under(parent.position(), parent.id());
    }

    /**
     * Returns the place below a row. One query finds whether another row follows on the branch. If the tree has edits
     * (stored updates and deletes), another query finds the sums of the edits on the path.
     *
     * @param parentId id of the row's message, or, if this message is deleted, of the nearest message above that is not
     *     deleted; null if there is none
     */
    private InsertPoint under(Position position, String parentId) {
        var next = new Position(position.branch(), position.depth() + 1);
        boolean tip = reader.branches.get(position.branch()).tree() == session.tree() && reader.rows.hasNoRowAt(next);
        return InsertPoint.under(reader.leaf(position, parentId, tip));
    }
}
