package dev.coppice.message;

import jakarta.enterprise.context.RequestScoped;

/** Whether the current request waits for the compaction that its append may cause, and what that came to. */
@RequestScoped
public class SyncCompaction {
    private boolean waiting;
    private Compaction compaction;

    void waitForIt() {
        waiting = true;
    }

    public boolean isWaiting() {
        return waiting;
    }

    /** The session was compacted before the request is answered. */
    public void fulfilled(Compaction compaction) {
        this.compaction = compaction;
    }

    /** Null when there was none, or nobody waits for it. */
    Compaction compaction() {
        return compaction;
    }
}
