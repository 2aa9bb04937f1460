package dev.coppice.message;

/**
 * The part of a branch that paths need.
 *
 * @param parent the position that it continues, or null when it begins with a root
 * @param first depth of its first row
 */
record BranchRef(long branch, long tree, Position parent, int first) {
    /** A branch that continues a position, or begins with a root. */
    BranchRef(long branch, long tree, Position parent) {
        this(branch, tree, parent, parent == null ? 0 : parent.depth() + 1);
    }

    /** A branch that does not exist any more: it has no rows. */
    static BranchRef missing(long branch) {
        return new BranchRef(branch, 0, null, Integer.MAX_VALUE);
    }

    boolean isMissing() {
        return first == Integer.MAX_VALUE;
    }

    /**
     * The same branch for readers whose older messages are beyond retention: it begins after them, without a parent.
     *
     * @param lastTrimmed depth of the branch's last row beyond retention, or null
     * @param parentTrimmed true when the position that it continues is beyond retention
     */
    BranchRef withCutoff(Integer lastTrimmed, boolean parentTrimmed) {
        return lastTrimmed == null && !parentTrimmed
                ? this
                : new BranchRef(branch, tree, null, lastTrimmed == null ? first : lastTrimmed + 1);
    }
}
