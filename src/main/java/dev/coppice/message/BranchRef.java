package dev.coppice.message;

/**
 * What a path needs to know of a branch.
 *
 * @param branch id of the branch
 * @param tree id of the tree that the branch belongs to
 * @param parent position of the row that the branch's first row follows, or null when the first row is a root
 * @param first depth of the branch's first row
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
     * Returns the branch without its rows beyond retention. If there are any, the rest begins like a root, without a
     * parent.
     *
     * @param lastTrimmed depth of the branch's last row beyond retention, or null
     * @param parentTrimmed true when the branch's parent position is beyond retention
     */
    BranchRef withCutoff(Integer lastTrimmed, boolean parentTrimmed) {
        return lastTrimmed == null && !parentTrimmed
                ? this
                : new BranchRef(branch, tree, null, lastTrimmed == null ? first : lastTrimmed + 1);
    }
}
