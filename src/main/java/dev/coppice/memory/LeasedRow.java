package dev.coppice.memory;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/**
 * A row with content that a model writes repeatedly, by one task at a time. The row holds the right to write while the model
 * works, outside of any transaction; so the right is a time and not a lock. The row may exist before its first content.
 * Writers lock it, or the session's row.
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

    /** Acquires the right to write until a time, in epoch milliseconds; false when another task holds it. */
    boolean begin(long until) {
        boolean free = workingUntil == null || workingUntil <= DatabaseClock.now();
        workingUntil = free ? (Long) until : workingUntil;
        return free;
    }

    /** True when the task that acquired the right until this time still holds it. */
    boolean isHeld(long until) {
        return workingUntil != null && workingUntil == until;
    }

    /** Releases the right. */
    void end() {
        workingUntil = null;
    }

    /** Makes a new version. */
    void written() {
        long now = DatabaseClock.now();
        createdAt = version == 0 ? now : createdAt;
        updatedAt = Math.max(updatedAt, now);
        version++;
    }

    /** 0 before the first content. */
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
