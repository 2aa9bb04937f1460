package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * A session's times, in its row: when it was made and last written, until when it lives, and when and why it was ended.
 * Epoch milliseconds by the database's clock.
 *
 * @param ttlSeconds its own time to live after a write, or null when it follows its agent's
 * @param expiresAt null when it stays
 * @param endedAt null while it takes messages
 */
@Embeddable
record Lifetime(
        @Column(name = "created_at") long createdAt,
        @Column(name = "updated_at") long updatedAt,
        @Column(name = "ttl_seconds") Long ttlSeconds,
        @Column(name = "expires_at") Long expiresAt,
        @Column(name = "ended_at") Long endedAt,
        @Column(name = "end_reason") String endReason) {
    /** A life that begins now. */
    static Lifetime begun(Long ttlSeconds, Long agentsTtl) {
        long now = DatabaseClock.now();
        return new Lifetime(now, now, ttlSeconds, null, null, null).written(agentsTtl, now);
    }

    /** The life after a write: its time never goes back, and the end moves with it. */
    Lifetime written(Long agentsTtl, long now) {
        long at = Math.max(updatedAt, now);
        var ttl = ttlSeconds == null ? agentsTtl : ttlSeconds;
        return new Lifetime(
                createdAt, at, ttlSeconds, ttl == null ? null : (Long) (at + ttl * 1000), endedAt, endReason);
    }

    /** The life of a session that takes no more messages. */
    Lifetime ended(String reason) {
        return new Lifetime(createdAt, updatedAt, ttlSeconds, expiresAt, DatabaseClock.now(), reason);
    }

    /** Takes effect at the next write. */
    Lifetime withTtl(Long seconds) {
        return new Lifetime(createdAt, updatedAt, seconds, expiresAt, endedAt, endReason);
    }

    boolean isOver() {
        return expiresAt != null && expiresAt <= DatabaseClock.now();
    }

    boolean isEnded() {
        return endedAt != null;
    }
}
