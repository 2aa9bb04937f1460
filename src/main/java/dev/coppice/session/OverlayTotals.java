package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The summaries that are laid over a session's messages, in its row.
 *
 * @param count of all branches, the superseded ones too
 * @param tokens that they add to the leaf's path: mostly less than nothing
 */
@Embeddable
record OverlayTotals(@Column(name = "overlays") int count, @Column(name = "overlay_tokens") long tokens) {
    static final OverlayTotals NONE = new OverlayTotals(0, 0);

    OverlayTotals counted(int count) {
        return new OverlayTotals(count, tokens);
    }

    OverlayTotals adding(long tokens) {
        return new OverlayTotals(count, tokens);
    }
}
