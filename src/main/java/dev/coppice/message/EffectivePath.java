package dev.coppice.message;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A path with overlays applied: the rows to read, and the summaries that replace the other rows. Pure arithmetic; reads
 * no row.
 *
 * @param pieces from the root down
 */
record EffectivePath(List<Piece> pieces) {
    /** A part of an effective path: rows or a summary. */
    sealed interface Piece {}

    /**
     * Rows to read.
     *
     * @param bytesAbove bytes of all rows above on the path, as first written
     */
    record Rows(Path path, long bytesAbove) implements Piece {}

    /** A summary that replaces rows. */
    record Summary(OverlaySpan span) implements Piece {}

    /**
     * Returns a path to which no overlay applies.
     *
     * @param bytesAbove bytes above the path that are beyond retention, as first written
     */
    static EffectivePath withoutOverlays(Path path, long bytesAbove) {
        return new EffectivePath(path.isEmpty() ? List.of() : List.of(new Rows(path, bytesAbove)));
    }

    /**
     * Applies to a whole path those of the overlays that lie on it.
     *
     * @param bytesAboveAll bytes above the path that are beyond retention, as first written
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
     * Selects the overlays that apply to a path, from the root down. An overlay applies only if both ends are on the
     * path. Of overlays that begin at the same row the newest wins; of others that overlap, the one that begins first;
     * overlays within an applied one are ignored.
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
