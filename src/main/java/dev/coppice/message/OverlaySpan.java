package dev.coppice.message;

/**
 * The range and sums of an overlay, without its summary.
 *
 * @param number id of the overlay's row; newer overlays have higher ones
 * @param id the compaction's id, as clients see it
 * @param fromId message id of the first row
 * @param toId message id of the last row
 * @param from the first hidden row
 * @param to the last hidden row
 * @param bytes bytes of the synthetic message
 * @param tokens tokens of the synthetic message
 * @param hiddenTokens tokens of the rows as first written
 * @param pathBytes bytes of all rows of the path down to {@code to}, as first written
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
    /** Constructor for JPQL queries. The parameter types must match the select list. */
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

    /** The same overlay with another first row. */
    OverlaySpan withFirst(Position first, String firstId, long hiddenTokens) {
        return new OverlaySpan(number, id, firstId, toId, first, to, bytes, tokens, hiddenTokens, pathBytes);
    }
}
