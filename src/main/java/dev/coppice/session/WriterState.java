package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Columns of a session's row that automatic compaction uses. A change of them alone does not increment the session's
 * version.
 *
 * @param promptTokens tokens of the frozen prompt, 0 while there is none
 * @param compactingUntil expiry of the compaction lease in milliseconds since the epoch; null while no compaction runs.
 *     The lease is an expiry time and not a lock, because the summarizer works for minutes outside of any transaction
 * @param reportedTokens input tokens of the last model call whose usage was added; null while they are unknown: no
 *     usage was added since the session was created or cleared, or since a compaction was added or undone
 */
@Embeddable
record WriterState(
        @Column(name = "prompt_tokens") long promptTokens,
        @Column(name = "compacting_until") Long compactingUntil,
        @Column(name = "reported_tokens") Long reportedTokens) {
    static final WriterState NONE = new WriterState(0, null, null);

    WriterState withPromptTokens(long tokens) {
        return new WriterState(tokens, compactingUntil, reportedTokens);
    }

    WriterState withCompactingUntil(Long until) {
        return new WriterState(promptTokens, until, reportedTokens);
    }

    WriterState withReportedTokens(Long tokens) {
        return new WriterState(promptTokens, compactingUntil, tokens);
    }

    boolean isCompacting() {
        return compactingUntil != null && compactingUntil > DatabaseClock.now();
    }

    boolean isCompactingUntil(long until) {
        return compactingUntil != null && compactingUntil == until;
    }
}
