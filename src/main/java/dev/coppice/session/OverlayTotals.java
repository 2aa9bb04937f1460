package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Totals of a session's overlays (stored compactions), embedded in the session's row.
 *
 * @param count number of overlays on all branches, including those that the history does not show because another
 *     overlay covers them
 * @param tokens tokens of the leaf's path with overlays applied minus those without; usually negative
 */
@Embeddable
record OverlayTotals(@Column(name = "overlays") int count, @Column(name = "overlay_tokens") long tokens) {
    static final OverlayTotals NONE = new OverlayTotals(0, 0);

    OverlayTotals withCount(int count) {
        return new OverlayTotals(count, tokens);
    }

    OverlayTotals withTokens(long tokens) {
        return new OverlayTotals(count, tokens);
    }
}
