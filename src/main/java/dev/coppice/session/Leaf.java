package dev.coppice.session;

/**
 * The leaf of a session, that is, the message appended last among those that are not deleted, with the totals of the
 * path from the root to the leaf. The session's row stores these totals, so no message is read to compute them.
 *
 * @param branch id of the branch of the leaf's row
 * @param depth depth of the leaf's row: number of rows above it on its path
 * @param id id of the leaf's message
 * @param tip true if the leaf is the last row of its branch, so that a message appended to it continues the branch;
 *     false if such a message begins a new branch
 * @param pathTokens tokens of all rows from the root down to the leaf, inclusive, as they were first written
 * @param pathBytes bytes of all rows from the root down to the leaf, inclusive, as they were first written
 * @param tokens tokens of the messages on the path, with updates and deletes applied, but not compactions
 * @param length number of messages on the path, the leaf included; deleted messages, and messages removed by the limit
 *     {@code maxMessages}, do not count
 */
public record Leaf(
        long branch, int depth, String id, boolean tip, long pathTokens, long pathBytes, long tokens, int length) {

    /**
     * Returns a copy of this leaf for a new fork whose last inherited message is this leaf's message. A message that
     * the fork appends to it begins a new branch.
     */
    public Leaf inherited() {
        return new Leaf(branch, depth, id, false, pathTokens, pathBytes, tokens, length);
    }

    /**
     * Returns a copy of this leaf with other totals, after messages of the path were updated, deleted or removed by the
     * limit {@code maxMessages}.
     *
     * @param tokensDelta number to add to {@link #tokens}; negative if the path has fewer tokens now
     * @param countDelta number to add to {@link #length}; negative if the path has fewer messages now
     */
    public Leaf changed(long tokensDelta, int countDelta) {
        return new Leaf(branch, depth, id, tip, pathTokens, pathBytes, tokens + tokensDelta, length + countDelta);
    }
}
