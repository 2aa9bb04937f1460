package dev.coppice.message;

import dev.coppice.session.Leaf;
import jakarta.persistence.EntityManager;

/**
 * The place in a tree where the next message is inserted. Immutable.
 *
 * @param above the parent of the next message, with the tokens, bytes and length of its path; null to insert a root
 * @param position position of the new row, or null if no position is chosen yet
 */
record InsertPoint(Leaf above, Position position) {
    static final InsertPoint ROOT = new InsertPoint(null, null);

    /**
     * Returns the place in the tree below a message. The position of the new row is not chosen yet.
     *
     * @param above the message, with the tokens, bytes and length of its path
     */
    static InsertPoint under(Leaf above) {
        return new InsertPoint(above, null);
    }

    /**
     * Returns a copy of this place with the position of the new row. If the parent is the last row of a branch of this
     * tree, the new row is the next row of that branch. Otherwise (also below an inherited row, and for a root) the new
     * row is the first row of a new branch, which this method inserts into the database.
     *
     * @param tree id of the tree
     * @param seq sequence number of the message to insert, the first one of a new branch
     */
    InsertPoint withPosition(EntityManager em, long tree, long seq) {
        if (above != null && above.tip()) {
            return new InsertPoint(above, new Position(above.branch(), above.depth() + 1));
        }
        var branch = new Branch(tree, above == null ? null : new Position(above.branch(), above.depth()), seq);
        em.persist(branch);
        return new InsertPoint(above, new Position(branch.id(), above == null ? 0 : above.depth() + 1));
    }

    /** Returns the place for a child of the message whose row was just inserted at this place. */
    InsertPoint after(Message row) {
        return new InsertPoint(
                new Leaf(
                        row.position().branch(),
                        row.position().depth(),
                        row.id(),
                        true,
                        row.pathTokens(),
                        row.pathBytes(),
                        row.tokens() + (above == null ? 0 : above.tokens()),
                        1 + (above == null ? 0 : above.length())),
                null);
    }

    /**
     * True if a row that was inserted at this place continues the parent's branch instead of beginning a new one.
     *
     * @param row position of the inserted row
     */
    boolean isContinuedBy(Position row) {
        return above != null && above.branch() == row.branch();
    }

    Leaf leaf() {
        return above;
    }

    /** True if the parent of this place is the given leaf, or if there is neither a parent nor a leaf. */
    boolean isAt(Leaf leaf) {
        return above == null || leaf == null
                ? above == leaf
                : above.branch() == leaf.branch() && above.depth() == leaf.depth();
    }

    String parentId() {
        return above == null ? null : above.id();
    }

    long pathTokens() {
        return above == null ? 0 : above.pathTokens();
    }

    long pathBytes() {
        return above == null ? 0 : above.pathBytes();
    }
}
