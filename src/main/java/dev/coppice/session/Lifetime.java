package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * A session's timestamps and time to live, embedded in the session's row. Times are milliseconds since the epoch by the
 * database's clock; those of an imported session are the times of the other database.
 *
 * @param createdAt time of the session's creation
 * @param updatedAt time of the last write
 * @param ttlSeconds the session expires this many seconds after its last write; null for its agent's value
 * @param expiresAt time when the session expires, or null if it never does
 * @param endedAt time when a split ended the session, or null if it still accepts messages
 * @param endReason {@code compaction} if a split ended the session, any text if the session was imported with it, or
 *     null if there is no reason
 * @param importing true as long as an import of the session is not complete
 */
@Embeddable
record Lifetime(
        @Column(name = "created_at") long createdAt,
        @Column(name = "updated_at") long updatedAt,
        @Column(name = "ttl_seconds") Long ttlSeconds,
        @Column(name = "expires_at") Long expiresAt,
        @Column(name = "ended_at") Long endedAt,
        @Column(name = "end_reason") String endReason,
        boolean importing) {
    /** Creates the lifetime of a session that no import is writing. */
    Lifetime(long createdAt, long updatedAt, Long ttlSeconds, Long expiresAt, Long endedAt, String endReason) {
        this(createdAt, updatedAt, ttlSeconds, expiresAt, endedAt, endReason, false);
    }

    /**
     * Returns the lifetime of a session that is created now. The time to live begins now, even for an imported session:
     * if it began with the last write in the other system, an old session would expire at once.
     *
     * @param times creation and last write of an imported session in the other system; {@link SessionTimes#NOW} for any
     *     other session
     * @param ttlSeconds the session's own time to live in seconds, or null for the agent's
     * @param agentTtlSeconds the agent's time to live in seconds, or null if it has none
     */
    static Lifetime start(SessionTimes times, Long ttlSeconds, Long agentTtlSeconds) {
        long now = DatabaseClock.now();
        var ttl = ttlSeconds == null ? agentTtlSeconds : ttlSeconds;
        return new Lifetime(
                times.creation(now),
                times.lastWrite(now),
                ttlSeconds,
                ttl == null ? null : (Long) (now + ttl * 1000),
                null,
                null);
    }

    /**
     * Returns a copy of this lifetime after a write of the session. Sets the time of the last write, which never
     * decreases, and computes the expiry from that time.
     *
     * @param agentTtlSeconds the agent's time to live in seconds, or null if it has none; used if the session has none
     *     of its own
     * @param now time of the write in milliseconds since the epoch
     */
    Lifetime afterWrite(Long agentTtlSeconds, long now) {
        long at = Math.max(updatedAt, now);
        var ttl = ttlSeconds == null ? agentTtlSeconds : ttlSeconds;
        return new Lifetime(
                createdAt,
                at,
                ttlSeconds,
                ttl == null ? null : (Long) (at + ttl * 1000),
                endedAt,
                endReason,
                importing);
    }

    /**
     * Returns a copy of this lifetime for a session that a split ends now.
     *
     * @param reason why it ends, the value of {@code endReason}
     */
    Lifetime ended(String reason) {
        return new Lifetime(createdAt, updatedAt, ttlSeconds, expiresAt, DatabaseClock.now(), reason, importing);
    }

    /**
     * Returns a copy of this lifetime with another time to live. Does not change the time when the session expires;
     * {@link #afterWrite} computes that time anew.
     *
     * @param seconds time to live in seconds, or null for the agent's
     */
    Lifetime withTtl(Long seconds) {
        return new Lifetime(createdAt, updatedAt, seconds, expiresAt, endedAt, endReason, importing);
    }

    /** Returns a copy of this lifetime for a session that an import begins to write. */
    Lifetime importBegun() {
        return new Lifetime(createdAt, updatedAt, ttlSeconds, expiresAt, endedAt, endReason, true);
    }

    /**
     * Returns the lifetime of a session whose import is complete. It has the times of creation, last write and end of
     * {@code copied}. Its time to live begins now.
     *
     * @param copied the session in the other database
     * @param agentTtlSeconds the agent's time to live in seconds, or null if it has none
     */
    static Lifetime imported(SessionInfo copied, Long agentTtlSeconds) {
        var times = new SessionTimes(copied.createdAt(), copied.updatedAt());
        var started = start(times, copied.ttlSeconds(), agentTtlSeconds);
        return new Lifetime(
                started.createdAt,
                started.updatedAt,
                started.ttlSeconds,
                started.expiresAt,
                copied.endedAt(),
                copied.endReason());
    }

    boolean isExpired() {
        return expiresAt != null && expiresAt <= DatabaseClock.now();
    }

    boolean isEnded() {
        return endedAt != null;
    }
}
