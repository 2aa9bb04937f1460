package dev.coppice.memory;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/**
 * Database row with a text or JSON object that a model writes repeatedly: the row's content. One task at a time writes
 * the content. The row stores the lease of the running task, that is, its permission to write. The lease is an expiry
 * time and not a database lock, because no transaction is open while the model works. The row may exist before its
 * first content. Writers must lock this row (of a profile) or the session's row (of a summary).
 */
@MappedSuperclass
abstract class LeasedRow {
    private long version;

    @Column(name = "working_until")
    private Long workingUntil;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    /**
     * Acquires the lease (the permission to write) for a task. Returns false if another task holds it.
     *
     * @param until time when the lease expires, in milliseconds since the epoch
     */
    boolean begin(long until) {
        boolean free = workingUntil == null || workingUntil <= DatabaseClock.now();
        workingUntil = free ? (Long) until : workingUntil;
        return free;
    }

    /**
     * True if a task still holds the lease. False if the task has released the lease, or if the lease has expired and
     * another task has acquired it.
     *
     * @param until time when the lease of the task expires, which identifies the task
     */
    boolean isHeld(long until) {
        return workingUntil != null && workingUntil == until;
    }

    /** Releases the lease, so that another task may acquire the lease. */
    void end() {
        workingUntil = null;
    }

    /**
     * Records that the row's text or JSON object was written: increments the version and sets the time of update, and
     * the first time also the time of creation.
     */
    void written() {
        long now = DatabaseClock.now();
        createdAt = version == 0 ? now : createdAt;
        updatedAt = Math.max(updatedAt, now);
        version++;
    }

    /** Returns the version of the row's text or JSON object; 0 before it was first written. */
    long version() {
        return version;
    }

    long createdAt() {
        return createdAt;
    }

    long updatedAt() {
        return updatedAt;
    }
}
