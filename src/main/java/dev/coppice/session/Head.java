package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/** The session's leaf, embedded in the session's row; zeros and nulls while the session has no message. */
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

    /** @param leaf null when the session has no message */
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

    /** The leaf, or null while the session has no message. */
    Leaf leaf() {
        return branch == null ? null : new Leaf(branch, depth, id, tip, pathTokens, pathBytes, tokens, length);
    }
}
