package dev.coppice.message;

/**
 * A branch as paths use it: its parent position and the depth of the branch's first row.
 *
 * @param parent position that the branch continues, or null when it begins with a root
 * @param first depth of the branch's first row
 */
record BranchRef(long branch, long tree, Position parent, int first) {
    /** Creates a branch that continues a position, or begins with a root. */
    BranchRef(long branch, long tree, Position parent) {
        this(branch, tree, parent, parent == null ? 0 : parent.depth() + 1);
    }

    /** Returns a placeholder without rows for a branch that was purged. */
    static BranchRef missing(long branch) {
        return new BranchRef(branch, 0, null, Integer.MAX_VALUE);
    }

    boolean isMissing() {
        return first == Integer.MAX_VALUE;
    }

    /**
     * Returns the branch without its rows beyond retention: it then begins after them and has no parent.
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
