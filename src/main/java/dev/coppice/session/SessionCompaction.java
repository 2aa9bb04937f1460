package dev.coppice.session;

import dev.coppice.agent.AgentLimits;
import dev.coppice.agent.CompactBy;
import jakarta.persistence.MappedSuperclass;
import org.hibernate.annotations.OptimisticLock;

/**
 * The columns of a session's row that automatic compaction uses. These are the token counts that are compared with the
 * threshold {@code compactAfter}, and the lease that permits only one compaction of the session at a time.
 */
@MappedSuperclass
abstract class SessionCompaction extends SessionTotals {
    @OptimisticLock(excluded = true)
    private WriterState writerState = WriterState.NONE;

    SessionCompaction() {}

    SessionCompaction(SessionRow row) {
        super(row);
        writerState = row.writerState();
    }

    /**
     * Returns the limits in effect: the session's own values, or the agent's where the session has none. Only for a
     * locked session.
     */
    public abstract AgentLimits limits();

    abstract boolean isEnded();

    /** Stores the tokens of the session's frozen prompt; 0 if it has none. */
    public void recordPromptTokens(long tokens) {
        writerState = writerState.withPromptTokens(tokens);
    }

    /** Returns the tokens of the session's frozen prompt; 0 if it has none. */
    public long promptTokens() {
        return writerState.promptTokens();
    }

    void recordReportedTokens(long tokens) {
        writerState = writerState.withReportedTokens(tokens);
    }

    /**
     * Forgets the number of input tokens that a client reported for the last model call. Called after a change of the
     * history that makes the number wrong. If {@code compactBy} is {@link CompactBy#REPORTED}, no automatic compaction
     * begins until a client reports usage again.
     */
    public void forgetReportedTokens() {
        writerState = writerState.withReportedTokens(null);
    }

    /**
     * True if automatic compaction is due, because {@link #contextTokens} is greater than {@code compactAfter}. False
     * if a split has ended the session, if {@code compactAfter} is not set, or if the tokens that clients report are
     * compared and none are known. Only for a locked session.
     */
    public boolean isOverThreshold() {
        var threshold = limits().compactAfter();
        var tokens = contextTokens(limits().compactBy());
        return threshold != null && tokens != null && tokens > threshold && !isEnded();
    }

    /**
     * True if the {@code compactBy} in effect is {@link CompactBy#REPORTED}: the session's own value, or the agent's if
     * the session has none. Only for a locked session.
     */
    public boolean comparesReportedTokens() {
        return limits().compactBy() == CompactBy.REPORTED;
    }

    /**
     * Returns the number of tokens that is compared with the threshold {@code compactAfter}. For {@code ESTIMATE}, this
     * is the estimated number for the path to the session's leaf and the frozen prompt. For {@code REPORTED}, it is the
     * number of input tokens that a client reported for the last model call, or null if none is known.
     *
     * @param by which token count is compared; null means {@link CompactBy#ESTIMATE}
     */
    final Long contextTokens(CompactBy by) {
        return by == CompactBy.REPORTED ? writerState.reportedTokens() : (Long) (tokens() + writerState.promptTokens());
    }

    /**
     * Acquires the lease for a compaction of this session, and returns true. If another compaction holds the lease,
     * changes nothing and returns false.
     *
     * @param until time when the lease expires, in milliseconds since the epoch
     */
    public boolean beginCompaction(long until) {
        boolean free = !writerState.isCompacting();
        writerState = free ? writerState.withCompactingUntil(until) : writerState;
        return free;
    }

    /**
     * Releases the lease for a compaction of this session if it expires at {@code until}. Otherwise another compaction
     * has acquired the lease meanwhile, and nothing changes.
     *
     * @param until the value that was passed to {@link #beginCompaction}
     */
    public void endCompaction(long until) {
        writerState = writerState.isCompactingUntil(until) ? writerState.withCompactingUntil(null) : writerState;
    }
}
