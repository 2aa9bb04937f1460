package dev.coppice.message;

import dev.coppice.session.Leaf;
import jakarta.persistence.EntityManager;

/**
 * Where the next message goes: under a message, of which everything is known that the next row must carry on.
 *
 * @param above the message above, or null above a root
 * @param position of the row that goes here, or null as long as it is not known
 */
record InsertPoint(Leaf above, Position position) {
    static final InsertPoint ROOT = new InsertPoint(null, null);

    /** Under a message. */
    static InsertPoint under(Leaf above) {
        return new InsertPoint(above, null);
    }

    /** This place with its position: the next one on the branch, or the first of a new branch. */
    InsertPoint onward(EntityManager em, long tree, long seq) {
        if (above != null && above.tip()) {
            return new InsertPoint(above, new Position(above.branch(), above.depth() + 1));
        }
        var branch = new Branch(tree, above == null ? null : new Position(above.branch(), above.depth()), seq);
        em.persist(branch);
        return new InsertPoint(above, new Position(branch.id(), above == null ? 0 : above.depth() + 1));
    }

    /** The place under a row that was just written here. */
    InsertPoint behind(Message row) {
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

    /** True when a leaf's row is right above, or neither is there. */
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
