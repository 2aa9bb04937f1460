package dev.coppice.session;

/**
 * The leaf of a session, that is, the last message of its current path, with totals of that path. The totals are
 * stored, so that they need not be computed from the messages.
 *
 * @param branch branch of the leaf's row
 * @param depth depth of the leaf's row
 * @param id the leaf's message id
 * @param tip true when the leaf is the last row of its branch, so that an append extends the branch; otherwise an
 *     append begins a new branch
 * @param pathTokens tokens of all rows of the path as they were first written
 * @param pathBytes bytes of all rows of the path as they were first written
 * @param tokens tokens of the path with edits applied
 * @param length number of messages on the path with edits applied
 */
public record Leaf(
        long branch, int depth, String id, boolean tip, long pathTokens, long pathBytes, long tokens, int length) {

    /**
     * Returns a copy for the case that an edit on the path changed its tokens and its number of messages by these
     * amounts.
     */
    public Leaf changed(long tokensDelta, int countDelta) {
        return new Leaf(branch, depth, id, tip, pathTokens, pathBytes, tokens + tokensDelta, length + countDelta);
    }
}
