package dev.coppice.message;

import jakarta.enterprise.context.RequestScoped;

/**
 * Whether the current request waits for the compaction that its append may trigger, and the result of that compaction.
 */
@RequestScoped
public class SyncCompaction {
    private boolean requested;
    private Compaction compaction;

    void request() {
        requested = true;
    }

    public boolean isRequested() {
        return requested;
    }

    /** Sets the compaction that was made before the request is answered. */
    public void complete(Compaction compaction) {
        this.compaction = compaction;
    }

    /** Null when there was no compaction, or the request does not wait for one. */
    Compaction compaction() {
        return compaction;
    }
}
