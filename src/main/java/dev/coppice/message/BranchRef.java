package dev.coppice.message;

/**
 * A branch as far as paths are concerned.
 *
 * @param parent the position that it continues, or null when it begins with a root
 * @param first depth of its first row
 */
record BranchRef(long branch, long tree, Position parent, int first) {
    /** A branch that goes on below a position, or begins with a root. */
    BranchRef(long branch, long tree, Position parent) {
        this(branch, tree, parent, parent == null ? 0 : parent.depth() + 1);
    }

    /** A branch that is there no more: no row of it is. */
    static BranchRef gone(long branch) {
        return new BranchRef(branch, 0, null, Integer.MAX_VALUE);
    }

    boolean isGone() {
        return first == Integer.MAX_VALUE;
    }

    /**
     * The same as it reads when rows were let go of: what is above them is gone too.
     *
     * @param last depth of the last row of the branch that is gone, or null
     * @param above whether the position that it continues is gone
     */
    BranchRef trimmed(Integer last, boolean above) {
        return last == null && !above ? this : new BranchRef(branch, tree, null, last == null ? first : last + 1);
    }
}
