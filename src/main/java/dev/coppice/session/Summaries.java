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
record Summaries(@Column(name = "overlays") int count, @Column(name = "overlay_tokens") long tokens) {
    static final Summaries NONE = new Summaries(0, 0);

    Summaries counted(int count) {
        return new Summaries(count, tokens);
    }

    Summaries adding(long tokens) {
        return new Summaries(count, tokens);
    }
}
