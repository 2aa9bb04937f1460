package dev.coppice.message;

/**
 * An overlay as the arithmetic of paths sees it.
 *
 * @param number rises from one overlay to the next
 * @param id that clients know
 * @param fromId message id of the first row
 * @param toId message id of the last row
 * @param from the first row that it hides
 * @param to the last row that it hides
 * @param bytes of the message that readers see instead
 * @param tokens of that message
 * @param hiddenTokens of the rows as they were written
 * @param pathBytes of the path down to the last row as it was written
 */
record OverlaySpan(
        long number,
        String id,
        String fromId,
        String toId,
        Position from,
        Position to,
        int bytes,
        int tokens,
        long hiddenTokens,
        long pathBytes) {
    /** The same with another first row. */
    OverlaySpan from(Position first, String firstId, long hidden) {
        return new OverlaySpan(number, id, firstId, toId, first, to, bytes, tokens, hidden, pathBytes);
    }
}
