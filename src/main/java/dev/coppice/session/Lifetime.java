package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * A session's timestamps and time to live, embedded in the session's row. Times are milliseconds since the epoch by the
 * database's clock.
 *
 * @param ttlSeconds seconds after a write at which the session expires, or null for its agent's value
 * @param expiresAt time when the session expires, or null when it never does
 * @param endedAt time when a split ended the session, or null while it accepts messages
 * @param endReason why the session ended, or null while it accepts messages
 */
@Embeddable
record Lifetime(
        @Column(name = "created_at") long createdAt,
        @Column(name = "updated_at") long updatedAt,
        @Column(name = "ttl_seconds") Long ttlSeconds,
        @Column(name = "expires_at") Long expiresAt,
        @Column(name = "ended_at") Long endedAt,
        @Column(name = "end_reason") String endReason) {
    /** Returns the lifetime of a session that is created now. */
    static Lifetime startNow(Long ttlSeconds, Long agentTtlSeconds) {
        long now = DatabaseClock.now();
        return new Lifetime(now, now, ttlSeconds, null, null, null).afterWrite(agentTtlSeconds, now);
    }

    /**
     * Returns the lifetime after a write at the time {@code now}. {@code updatedAt} never decreases; the expiry is
     * computed from it.
     */
    Lifetime afterWrite(Long agentTtlSeconds, long now) {
        long at = Math.max(updatedAt, now);
        var ttl = ttlSeconds == null ? agentTtlSeconds : ttlSeconds;
        return new Lifetime(
                createdAt, at, ttlSeconds, ttl == null ? null : (Long) (at + ttl * 1000), endedAt, endReason);
    }

    /** Returns the lifetime of a session that a split ends now. */
    Lifetime ended(String reason) {
        return new Lifetime(createdAt, updatedAt, ttlSeconds, expiresAt, DatabaseClock.now(), reason);
    }

    /** Returns the lifetime with another time to live, which takes effect at the next write. */
    Lifetime withTtl(Long seconds) {
        return new Lifetime(createdAt, updatedAt, seconds, expiresAt, endedAt, endReason);
    }

    boolean isExpired() {
        return expiresAt != null && expiresAt <= DatabaseClock.now();
    }

    boolean isEnded() {
        return endedAt != null;
    }
}
