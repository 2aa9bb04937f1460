package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * Columns of a session's row that automatic compaction uses. A change of these columns alone does not change the
 * session's version, its ETag.
 *
 * @param promptTokens tokens of the frozen prompt, 0 if there is none
 * @param compactingUntil time when the lease of the running compaction expires, in milliseconds since the epoch; null
 *     if no compaction runs. The lease is a time and not a database lock, because a compaction takes minutes outside of
 *     any transaction
 * @param reportedTokens input tokens that a client reported for the last model call; null if they are unknown, because
 *     no usage with input tokens was added since the session was created or cleared, or since a compaction was added or
 *     undone
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
