package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Fields of a session's row that only writers use. Clients do not see them, so a change of them does not increment the
 * session's version.
 *
 * @param promptTokens tokens of the frozen prompt, 0 while there is none
 * @param compactingUntil expiry of the compaction lease in epoch milliseconds; null while no compaction runs. The lease
 *     is an expiry time and not a lock, because the summarizer works for minutes outside of any transaction
 */
@Embeddable
record WriterState(
        @Column(name = "prompt_tokens") long promptTokens, @Column(name = "compacting_until") Long compactingUntil) {
    static final WriterState NONE = new WriterState(0, null);

    WriterState withPromptTokens(long tokens) {
        return new WriterState(tokens, compactingUntil);
    }

    WriterState withCompactingUntil(Long until) {
        return new WriterState(promptTokens, until);
    }

    boolean isCompacting() {
        return compactingUntil != null && compactingUntil > DatabaseClock.now();
    }

    boolean isCompactingUntil(long until) {
        return compactingUntil != null && compactingUntil == until;
    }
}
