package dev.coppice.session;

/**
 * The last message of a session's current path, and totals of that path, which are stored and need not be computed from
 * its messages.
 *
 * @param branch branch of the leaf's row
 * @param depth depth of the leaf's row
 * @param id the leaf's message id
 * @param tip true when no row follows on the branch, so that an append extends the branch and begins no new one
 * @param pathTokens tokens of all rows of the path as they were first written
 * @param pathBytes bytes of all rows of the path as they were first written
 * @param tokens tokens of the path with edits applied
 * @param length number of messages on the path with edits applied
 */
public record Leaf(
        long branch, int depth, String id, boolean tip, long pathTokens, long pathBytes, long tokens, int length) {

    /** Returns the same leaf after an edit on its path changed tokens or the number of messages. */
    public Leaf changed(long tokensDelta, int countDelta) {
        return new Leaf(branch, depth, id, tip, pathTokens, pathBytes, tokens + tokensDelta, length + countDelta);
    }
}
