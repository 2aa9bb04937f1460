package dev.coppice.message;

/**
 * The range and the sums of an overlay (a stored compaction), without its summary. The rows in the range are hidden:
 * readers see the summary instead.
 *
 * @param number database id of the overlay's row; newer overlays have higher ids
 * @param id the compaction's id, as clients see it
 * @param fromId id of the message in the first hidden row
 * @param toId id of the message in the last hidden row
 * @param from position of the first hidden row, inclusive
 * @param to position of the last hidden row, inclusive
 * @param bytes bytes of the summary message's JSON
 * @param tokens tokens of the summary message
 * @param hiddenTokens tokens of the hidden rows as first written
 * @param pathBytes bytes of all rows from the root down to {@code to}, as first written
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
    /** Creates a span from the columns of a JPQL query. The types of the parameters must match the select list. */
    OverlaySpan(
            Long number,
            String id,
            String fromId,
            String toId,
            Long fromBranch,
            Integer fromDepth,
            Long toBranch,
            Integer toDepth,
            Integer bytes,
            Integer tokens,
            Long hiddenTokens,
            Long pathBytes) {
        this(
                number,
                id,
                fromId,
                toId,
                new Position(fromBranch, fromDepth),
                new Position(toBranch, toDepth),
                bytes,
                tokens,
                hiddenTokens,
                pathBytes);
    }

    /**
     * Returns a copy whose range begins at a later row, because the limit {@code maxMessages} has removed the messages
     * of the rows above that row.
     *
     * @param first position of the later row
     * @param firstId id of the message in the later row
     * @param hiddenTokens tokens of the rows from {@code first} to the end of the range, as first written
     */
    OverlaySpan withFirst(Position first, String firstId, long hiddenTokens) {
        return new OverlaySpan(number, id, firstId, toId, first, to, bytes, tokens, hiddenTokens, pathBytes);
    }
}
