package dev.coppice.session;

/**
 * Where a session's conversation stands: its leaf, and what is known of the path to it without reading it.
 *
 * @param branch the branch that the leaf's row is on
 * @param depth the row's place on that branch
 * @param id the leaf's message id
 * @param tip true when no row follows on the branch, so that an append extends it
 * @param pathTokens tokens of all rows of the path as they were written
 * @param pathBytes bytes of all rows of the path as they were written
 * @param tokens tokens of the path as it reads now
 * @param length messages of the path as it reads now
 */
public record Leaf(
        long branch, int depth, String id, boolean tip, long pathTokens, long pathBytes, long tokens, int length) {

    /** The same leaf when something on its path, or it itself, was changed. */
    public Leaf changed(long tokensDelta, int countDelta) {
        return new Leaf(branch, depth, id, tip, pathTokens, pathBytes, tokens + tokensDelta, length + countDelta);
    }
}
