package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Database columns of the session's {@link Leaf}, embedded in the session's row. While the session has no message,
 * objects are null and numbers 0.
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

    /** Returns the columns for a leaf; {@link #NONE} for null, which means that the session has no message. */
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

    /** Returns the leaf, or null while the session has no message. */
    Leaf leaf() {
        return branch == null ? null : new Leaf(branch, depth, id, tip, pathTokens, pathBytes, tokens, length);
    }
}
