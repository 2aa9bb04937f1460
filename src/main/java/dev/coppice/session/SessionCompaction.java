package dev.coppice.session;

import dev.coppice.agent.AgentLimits;
import dev.coppice.agent.CompactBy;
import jakarta.persistence.MappedSuperclass;
import org.hibernate.annotations.OptimisticLock;

/**
 * The part of a session's row that automatic compaction uses: the number of tokens that it compares with its threshold,
 * and the lease of a running compaction.
 */
@MappedSuperclass
abstract class SessionCompaction extends SessionTotals {
    @OptimisticLock(excluded = true)
    private WriterState writerState = WriterState.NONE;

    /** Returns the limits in effect. Only for a locked session. */
    public abstract AgentLimits limits();

    abstract boolean isEnded();

    public void recordPromptTokens(long tokens) {
        writerState = writerState.withPromptTokens(tokens);
    }

    public long promptTokens() {
        return writerState.promptTokens();
    }

    void recordReportedTokens(long tokens) {
        writerState = writerState.withReportedTokens(tokens);
    }

    /**
     * Forgets the number of tokens that the last reported usage has set, because it belongs to a history that readers
     * do not see any more. If automatic compaction compares this number, none begins until usage is added again.
     */
    public void forgetReportedTokens() {
        writerState = writerState.withReportedTokens(null);
    }

    /**
     * True when the number of tokens that automatic compaction compares exceeds {@code compactAfter} of the session or
     * its agent. False while the number is unknown, and for an ended session. Only for a locked session.
     */
    public boolean isOverThreshold() {
        var threshold = limits().compactAfter();
        var tokens = contextTokens(limits().compactBy());
        return threshold != null && tokens != null && tokens > threshold && !isEnded();
    }

    /** True when automatic compaction compares the reported number of tokens. Only for a locked session. */
    public boolean comparesReportedTokens() {
        return limits().compactBy() == CompactBy.REPORTED;
    }

    /**
     * Returns the number of tokens that is compared with {@code compactAfter}; null while it is unknown.
     *
     * @param by which number is compared; null means {@link CompactBy#ESTIMATE}
     */
    final Long contextTokens(CompactBy by) {
        return by == CompactBy.REPORTED ? writerState.reportedTokens() : (Long) (tokens() + writerState.promptTokens());
    }

    /**
     * Acquires the compaction lease, which expires at {@code until} (milliseconds since the epoch). Returns false when
     * another compaction holds it.
     */
    public boolean beginCompaction(long until) {
        boolean free = !writerState.isCompacting();
        writerState = free ? writerState.withCompactingUntil(until) : writerState;
        return free;
    }

    /**
     * Releases the compaction lease, if it still is the one that {@link #beginCompaction} acquired with the same
     * expiry.
     */
    public void endCompaction(long until) {
        writerState = writerState.isCompactingUntil(until) ? writerState.withCompactingUntil(null) : writerState;
    }
}
