package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * A session's timestamps, embedded in the session's row. Epoch milliseconds by the database's clock.
 *
 * @param ttlSeconds the session's own time to live after a write, or null for its agent's
 * @param expiresAt null when the session never expires
 * @param endedAt when a split ended the session, or null while it accepts messages
 */
@Embeddable
record Lifetime(
        @Column(name = "created_at") long createdAt,
        @Column(name = "updated_at") long updatedAt,
        @Column(name = "ttl_seconds") Long ttlSeconds,
        @Column(name = "expires_at") Long expiresAt,
        @Column(name = "ended_at") Long endedAt,
        @Column(name = "end_reason") String endReason) {
    /** The lifetime of a session that is created now. */
    static Lifetime startNow(Long ttlSeconds, Long agentTtlSeconds) {
        long now = DatabaseClock.now();
        return new Lifetime(now, now, ttlSeconds, null, null, null).afterWrite(agentTtlSeconds, now);
    }

    /** The lifetime after a write: {@code updatedAt} never decreases, and the expiry moves with it. */
    Lifetime afterWrite(Long agentTtlSeconds, long now) {
        long at = Math.max(updatedAt, now);
        var ttl = ttlSeconds == null ? agentTtlSeconds : ttlSeconds;
        return new Lifetime(
                createdAt, at, ttlSeconds, ttl == null ? null : (Long) (at + ttl * 1000), endedAt, endReason);
    }

    /** The lifetime of a session that a split has ended. */
    Lifetime ended(String reason) {
        return new Lifetime(createdAt, updatedAt, ttlSeconds, expiresAt, DatabaseClock.now(), reason);
    }

    /** Takes effect at the next write. */
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
