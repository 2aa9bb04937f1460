package dev.coppice.message;

/**
 * A branch as far as paths are concerned.
 *
 * @param parent the position that it continues, or null when it begins with a root
 */
record Stem(long branch, long tree, Position parent) {
    /** Depth of its first row. */
    int first() {
        return parent == null ? 0 : parent.depth() + 1;
    }
}
