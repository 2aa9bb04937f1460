package dev.coppice.message;

import dev.coppice.session.Leaf;
import jakarta.persistence.EntityManager;

/**
 * The place where the next message is inserted: its parent, with the token and byte sums of the parent's path.
 *
 * @param above the parent with its sums, or null for a root
 * @param position position of the new row, or null while it is not allocated
 */
record InsertPoint(Leaf above, Position position) {
    static final InsertPoint ROOT = new InsertPoint(null, null);

    /** Returns the insert point under a message. */
    static InsertPoint under(Leaf above) {
        return new InsertPoint(above, null);
    }

    /**
     * Allocates the position of the new row: the next one on the parent's branch if no row follows the parent there,
     * else the first one of a new branch, which is inserted.
     */
    InsertPoint withPosition(EntityManager em, long tree, long seq) {
        if (above != null && above.tip()) {
            return new InsertPoint(above, new Position(above.branch(), above.depth() + 1));
        }
        var branch = new Branch(tree, above == null ? null : new Position(above.branch(), above.depth()), seq);
        em.persist(branch);
        return new InsertPoint(above, new Position(branch.id(), above == null ? 0 : above.depth() + 1));
    }

    /** Returns the insert point under the row that was just written at this one. */
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

    Leaf leaf() {
        return above;
    }

    /** True when the parent is the leaf's row, or both are null. */
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
