package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The columns of a session's row that contain its {@link Leaf}; each component has the meaning of the leaf's component
 * with the same name. If the session has no message, {@code branch}, {@code depth} and {@code id} are null and the
 * numbers are 0.
 */
@Embeddable
record Head(
        @Column(name = "leaf_branch") Long branch,
        @Column(name = "leaf_depth") Integer depth,
        @Column(name = "leaf_id") String id,
        @Column(name = "leaf_tip") boolean tip,
        @Column(name = "leaf_path_tokens") long pathTokens,
        @Column(name = "leaf_path_bytes") long pathBytes,
        @Column(name = "tokens") long tokens,
        @Column(name = "path_length") int length) {
    static final Head NONE = new Head(null, null, null, false, 0, 0, 0, 0);

    /**
     * Returns the columns that describe a leaf; {@link #NONE} if the leaf is null, that is, if the session has no
     * message.
     */
    static Head at(Leaf leaf) {
        return leaf == null
                ? NONE
                : new Head(
                        leaf.branch(),
                        leaf.depth(),
                        leaf.id(),
                        leaf.tip(),
                        leaf.pathTokens(),
                        leaf.pathBytes(),
                        leaf.tokens(),
                        leaf.length());
    }

    /** Returns the leaf of the session that these columns describe; null if the session has no message. */
    Leaf leaf() {
        return branch == null ? null : new Leaf(branch, depth, id, tip, pathTokens, pathBytes, tokens, length);
    }
}
