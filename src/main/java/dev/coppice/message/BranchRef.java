package dev.coppice.message;

/**
 * The data of a branch from which paths are computed: where the branch begins, and which row it follows.
 *
 * @param branch id of the branch
 * @param tree id of the tree that the branch belongs to; 0 if the branch was purged
 * @param parent position of the row that the branch's first row follows, or null if the first row is a root
 * @param first depth of the branch's first row; {@link Integer#MAX_VALUE} if the branch was purged
 */
record BranchRef(long branch, long tree, Position parent, int first) {
    /** Creates a branch that begins below {@code parent}, or with a root if {@code parent} is null. */
    BranchRef(long branch, long tree, Position parent) {
        this(branch, tree, parent, parent == null ? 0 : parent.depth() + 1);
    }

    /** Returns a branch without rows, in place of a branch that was purged. */
    static BranchRef missing(long branch) {
        return new BranchRef(branch, 0, null, Integer.MAX_VALUE);
    }

    boolean isMissing() {
        return first == Integer.MAX_VALUE;
    }

    /**
     * Returns this branch without the rows that are beyond retention, that is, whose messages the limit
     * {@code maxMessages} has removed from the reader's session. If rows of this branch or the row that it follows are
     * beyond retention, the first remaining row has no parent, like a root.
     *
     * @param lastTrimmed depth of the branch's last row that is beyond retention; null if none is
     * @param parentTrimmed true if the row that the branch's first row follows is beyond retention
     */
    BranchRef withCutoff(Integer lastTrimmed, boolean parentTrimmed) {
        return lastTrimmed == null && !parentTrimmed
                ? this
                : new BranchRef(branch, tree, null, lastTrimmed == null ? first : lastTrimmed + 1);
    }
}
