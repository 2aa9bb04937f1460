package dev.coppice.message;

import jakarta.enterprise.context.RequestScoped;

/**
 * Lets an append wait for the compaction that it triggers, and carries the compaction to the append's response. One
 * object per HTTP request.
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

    /** Records the compaction that the append triggered, for its response. */
    public void complete(Compaction compaction) {
        this.compaction = compaction;
    }

    /**
     * Returns the compaction that the append triggered; null when there was none or the request does not wait for it.
     */
    Compaction compaction() {
        return compaction;
    }
}
