package dev.coppice.session;

import dev.coppice.web.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * What a session's row keeps for its writers alone. No reader of the session sees it, so it moves no version.
 *
 * @param promptTokens of the frozen prompt, 0 while there is none
 * @param compactingUntil when the compaction that runs must have ended, in epoch milliseconds; null while none runs
 */
@Embeddable
record Unseen(
        @Column(name = "prompt_tokens") long promptTokens, @Column(name = "compacting_until") Long compactingUntil) {
    static final Unseen NOTHING = new Unseen(0, null);

    Unseen prompted(long tokens) {
        return new Unseen(tokens, compactingUntil);
    }

    Unseen compacting(Long until) {
        return new Unseen(promptTokens, until);
    }

    boolean isCompacting() {
        return compactingUntil != null && compactingUntil > DatabaseClock.now();
    }

    boolean isCompactingUntil(long until) {
        return compactingUntil != null && compactingUntil == until;
    }
}
