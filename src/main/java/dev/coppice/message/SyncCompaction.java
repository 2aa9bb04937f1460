package dev.coppice.message;

import jakarta.enterprise.context.RequestScoped;

/**
 * Records whether the current append request demands to wait for the compaction that it triggers
 * ({@code ?compaction=sync}), and keeps that compaction for the response. A request also waits if the session's agent
 * demands it; this class does not record that. One object per HTTP request.
 */
@RequestScoped
public class SyncCompaction {
    private boolean requested;
    private Compaction compaction;

    void request() {
        requested = true;
    }

    /** True if the current request demands to wait for the compaction that it triggers ({@code ?compaction=sync}). */
    public boolean isRequested() {
        return requested;
    }

    /** Keeps a compaction for the append's response: the compaction that the append has triggered. */
    public void complete(Compaction compaction) {
        this.compaction = compaction;
    }

    /** Returns the compaction that the append triggered. Null if it triggered none, or does not wait for it. */
    Compaction compaction() {
        return compaction;
    }
}
