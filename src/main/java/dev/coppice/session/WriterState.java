package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * The part of a session's row that only writers use. Clients do not see it, so a change makes no new version.
 *
 * @param promptTokens of the frozen prompt, 0 if there is none
 * @param compactingUntil when the right to compact ends, in epoch milliseconds; null while no compaction runs. A time and not
 *     a lock, because the summarizer works for minutes outside of any transaction
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
