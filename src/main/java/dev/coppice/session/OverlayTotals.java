package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Totals of a session's overlays (stored compactions), embedded in the session's row.
 *
 * @param count number of overlays on all branches, including those that no history shows because another overlay
 *     overlaps them
 * @param tokens tokens on the path to the session's leaf with overlays applied, minus those without overlays; usually a
 *     negative number
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
