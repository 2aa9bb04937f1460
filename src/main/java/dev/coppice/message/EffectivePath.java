package dev.coppice.message;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A path with compactions applied: the rows to read, and the summaries that readers get in place of the other rows.
 * Computed from the positions of rows, without reading rows. A path may begin below rows that are beyond retention,
 * that is, whose messages the limit {@code maxMessages} has removed from the session.
 *
 * @param pieces ranges of rows and summaries, in their order from the root
 */
record EffectivePath(List<Piece> pieces) {
    /** A part of a path with compactions applied: rows of messages, or a summary in place of rows. */
    sealed interface Piece {}

    /**
     * Rows of messages to read.
     *
     * @param path the rows
     * @param bytesAbove bytes of all rows above the first of these rows, from the root on, as first written;
     *     {@link ChunkReader} needs it to limit the bytes that it reads
     */
    record Rows(Path path, long bytesAbove) implements Piece {}

    /**
     * A summary that is read in place of rows.
     *
     * @param span the stored compaction, with the range of the rows that the summary replaces
     */
    record Summary(OverlaySpan span) implements Piece {}

    /**
     * Returns a path without compactions, as one piece, or without pieces if the path is empty.
     *
     * @param bytesAbove bytes of all rows above {@code path}, as first written; 0 if there are none, or if the caller
     *     does not use {@link Rows#bytesAbove}
     */
    static EffectivePath withoutOverlays(Path path, long bytesAbove) {
        return new EffectivePath(path.isEmpty() ? List.of() : List.of(new Rows(path, bytesAbove)));
    }

    /**
     * Returns a path with compactions applied. Compactions that do not lie on the path have no effect.
     *
     * @param path a path from a root, or from the first row that is not beyond retention
     * @param overlays all compactions of the tree, in any order
     * @param bytesAboveAll bytes of the rows above {@code path}, which are beyond retention, as first written; 0 if
     *     there are none
     */
    static EffectivePath of(Path path, Collection<OverlaySpan> overlays, long bytesAboveAll) {
        var pieces = new ArrayList<Piece>();
        int next = 0;
        long bytesAbove = bytesAboveAll;
        for (var span : applied(path, overlays)) {
            add(pieces, path.between(next, span.from().depth() - 1), bytesAbove);
            pieces.add(new Summary(span));
            next = span.to().depth() + 1;
            bytesAbove = span.pathBytes();
        }
        if (!path.isEmpty()) {
            add(pieces, path.between(next, path.last().depth()), bytesAbove);
        }
        return new EffectivePath(pieces);
    }

    private static void add(List<Piece> pieces, Path path, long bytesAbove) {
        if (!path.isEmpty()) {
            pieces.add(new Rows(path, bytesAbove));
        }
    }

    /**
     * Returns the overlays (stored compactions) that apply to a path, in their order from the root. An overlay applies
     * only if both of its ends are on the path. Of overlays that begin at the same row, the newest applies. Of overlays
     * that begin at different rows and overlap, the one that begins first applies.
     */
    static List<OverlaySpan> applied(Path path, Collection<OverlaySpan> overlays) {
        var applied = new ArrayList<OverlaySpan>();
        int covered = -1;
        var candidates = overlays.stream()
                .filter(span -> path.contains(span.from()) && path.contains(span.to()))
                .sorted(Comparator.<OverlaySpan>comparingInt(span -> span.from().depth())
                        .thenComparing(
                                Comparator.comparingLong(OverlaySpan::number).reversed()))
                .toList();
        for (var span : candidates) {
            if (span.from().depth() > covered) {
                applied.add(span);
                covered = span.to().depth();
            }
        }
        return applied;
    }
}
