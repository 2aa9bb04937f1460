package dev.coppice.message;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A path with summaries laid over it: stretches of rows, and between them the summaries of what is not read. Pure
 * arithmetic; no row is looked at.
 *
 * @param pieces from the root down
 */
record EffectivePath(List<Piece> pieces) {
    /** A part of what a reader sees. */
    sealed interface Piece {}

    /**
     * Rows that are read.
     *
     * @param bytesAbove bytes of the path above them as it was written
     */
    record Stretch(Path path, long bytesAbove) implements Piece {}

    /** A summary that stands for rows. */
    record Summary(OverlaySpan span) implements Piece {}

    /**
     * The path as it is, without summaries.
     *
     * @param bytesAbove bytes of what was let go of above it, as it was written
     */
    static EffectivePath raw(Path path, long bytesAbove) {
        return new EffectivePath(path.isEmpty() ? List.of() : List.of(new Stretch(path, bytesAbove)));
    }

    /**
     * A whole path under those of some overlays that apply to it.
     *
     * @param bytesAboveAll bytes of what was let go of above it, as it was written
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
            pieces.add(new Stretch(path, bytesAbove));
        }
    }

    /**
     * The overlays that a reader of a path sees, from the root down. One applies only if both its ends lie on the path. Of
     * those that begin at one row the newest wins, of others that overlap the one that begins first; what lies inside of
     * one that applies is not looked at.
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
