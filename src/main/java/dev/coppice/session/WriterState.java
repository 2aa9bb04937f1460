package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * What a session's row keeps for its writers alone. No reader of the session sees it, so it moves no version.
 *
 * @param promptTokens of the frozen prompt, 0 while there is none
 * @param compactingUntil when the compaction that runs must have ended, in epoch milliseconds; null while none runs
 */
@Embeddable
record WriterState(
        @Column(name = "prompt_tokens") long promptTokens, @Column(name = "compacting_until") Long compactingUntil) {
    static final WriterState NOTHING = new WriterState(0, null);

    WriterState prompted(long tokens) {
        return new WriterState(tokens, compactingUntil);
    }

    WriterState compacting(Long until) {
        return new WriterState(promptTokens, until);
    }

    boolean isCompacting() {
        return compactingUntil != null && compactingUntil > DatabaseClock.now();
    }

    boolean isCompactingUntil(long until) {
        return compactingUntil != null && compactingUntil == until;
    }
}
