package dev.coppice.session;

import dev.coppice.agent.AgentLimits;
import dev.coppice.agent.CompactBy;
import jakarta.persistence.MappedSuperclass;
import org.hibernate.annotations.OptimisticLock;

/**
 * The columns of a session's row that automatic compaction uses: the token counts that it compares with {@code
 * compactAfter}, and the lease of a running compaction.
 */
@MappedSuperclass
abstract class SessionCompaction extends SessionTotals {
    @OptimisticLock(excluded = true)
    private WriterState writerState = WriterState.NONE;

    /**
     * Returns the limits in effect: the session's own values, or the agent's where the session has none. Only for a
     * locked session.
     */
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
     * Forgets the input tokens of the last model call whose usage was added. Called when the history has changed so
     * that the number is not true any more. If {@code compactBy} is {@link CompactBy#REPORTED}, no automatic compaction
     * begins until usage is added again.
     */
    public void forgetReportedTokens() {
        writerState = writerState.withReportedTokens(null);
    }

    /**
     * True when automatic compaction is due: {@link #contextTokens} exceeds {@code compactAfter}. False if the session
     * is ended, {@code compactAfter} is not set, or no tokens are reported. Only for a locked session.
     */
    public boolean isOverThreshold() {
        var threshold = limits().compactAfter();
        var tokens = contextTokens(limits().compactBy());
        return threshold != null && tokens != null && tokens > threshold && !isEnded();
    }

    /**
     * True when {@code compactBy} of the session or its agent is {@link CompactBy#REPORTED}. Only for a locked session.
     */
    public boolean comparesReportedTokens() {
        return limits().compactBy() == CompactBy.REPORTED;
    }

    /**
     * Returns the number of tokens that is compared with {@code compactAfter}: for {@code ESTIMATE} those of the leaf's
     * path and of the frozen prompt, for {@code REPORTED} the input tokens of the last model call, or null if none were
     * reported.
     *
     * @param by which token count is compared with {@code compactAfter}; null means {@link CompactBy#ESTIMATE}
     */
    final Long contextTokens(CompactBy by) {
        return by == CompactBy.REPORTED ? writerState.reportedTokens() : (Long) (tokens() + writerState.promptTokens());
    }

    /**
     * Acquires the compaction lease and returns true. Returns false, and changes nothing, while another compaction
     * holds it.
     *
     * @param until time when the lease expires, in milliseconds since the epoch
     */
    public boolean beginCompaction(long until) {
        boolean free = !writerState.isCompacting();
        writerState = free ? writerState.withCompactingUntil(until) : writerState;
        return free;
    }

    /**
     * Releases the compaction lease if it expires at {@code until}. Otherwise another compaction has acquired it
     * meanwhile, and nothing changes.
     *
     * @param until the value that was passed to {@link #beginCompaction}
     */
    public void endCompaction(long until) {
        writerState = writerState.isCompactingUntil(until) ? writerState.withCompactingUntil(null) : writerState;
    }
}
