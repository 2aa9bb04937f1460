package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Totals of a session's overlays, embedded in the session's row.
 *
 * @param count overlays on all branches, superseded ones included
 * @param tokens difference that the overlays make to the tokens of the leaf's path; usually negative
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
