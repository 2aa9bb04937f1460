package dev.coppice.memory;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/**
 * The row of something that models make, and make again, by one maker at a time. It may be there before the thing itself,
 * for whoever makes that first. Its writers lock it, or the session's row.
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

    /** Takes the right to make it, if nobody has it now; it ends by itself at a time, in epoch milliseconds. */
    boolean begin(long until) {
        boolean free = workingUntil == null || workingUntil <= DatabaseClock.now();
        workingUntil = free ? (Long) until : workingUntil;
        return free;
    }

    /** True for whoever took the right to this time, and has not lost it to another one since. */
    boolean isHeld(long until) {
        return workingUntil != null && workingUntil == until;
    }

    void end() {
        workingUntil = null;
    }

    /** It is there in another version. */
    void written() {
        long now = DatabaseClock.now();
        createdAt = version == 0 ? now : createdAt;
        updatedAt = Math.max(updatedAt, now);
        version++;
    }

    /** 0 while there is only the row. */
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
