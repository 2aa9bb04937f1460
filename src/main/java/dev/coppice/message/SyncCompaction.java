package dev.coppice.message;

import jakarta.enterprise.context.RequestScoped;

/**
 * State of a request that may wait for the compaction that its append triggers: whether it waits, and the compaction
 * that was made.
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

    /** Records the compaction that was made, for the response. */
    public void complete(Compaction compaction) {
        this.compaction = compaction;
    }

    /** Null when there was no compaction, or the request does not wait for one. */
    Compaction compaction() {
        return compaction;
    }
}
