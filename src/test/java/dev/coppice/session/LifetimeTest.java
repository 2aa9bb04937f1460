package dev.coppice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LifetimeTest {
    private final Lifetime lifetime = new Lifetime(1_000, 5_000, 60L, null, null, null);

    @Test
    void eachWriteExtendsTheExpiry() {
        assertEquals(67_000, lifetime.afterWrite(null, 7_000).expiresAt());
        assertEquals(
                69_000, lifetime.afterWrite(null, 7_000).afterWrite(null, 9_000).expiresAt());
    }

    @Test
    void clockSteppingBackChangesNothing() {
        var written = lifetime.afterWrite(null, 4_000);
        assertEquals(5_000, written.updatedAt());
        assertEquals(65_000, written.expiresAt());
    }

    @Test
    void ownTtlOverridesAgentTtl() {
        assertEquals(66_000, lifetime.afterWrite(1L, 6_000).expiresAt());
        assertEquals(7_000, lifetime.withTtl(null).afterWrite(1L, 6_000).expiresAt());
        assertNull(lifetime.withTtl(null).afterWrite(null, 6_000).expiresAt());
    }

    @Test
    void lifetimeExpiresAfterItsTtl() {
        assertFalse(Lifetime.start(SessionTimes.NOW, null, null).isExpired());
        assertFalse(Lifetime.start(SessionTimes.NOW, 60L, null).isExpired());
        assertTrue(lifetime.afterWrite(null, 7_000).isExpired());
    }

    @Test
    void timeToLiveOfOldSessionBeginsWithImport() {
        var old = Lifetime.start(new SessionTimes(1_000L, 2_000L), 60L, null);
        assertEquals(1_000, old.createdAt());
        assertEquals(2_000, old.updatedAt());
        assertFalse(old.isExpired());
        var written = old.afterWrite(null, 5_000);
        assertEquals(1_000, written.createdAt());
        assertEquals(5_000, written.updatedAt());
    }

    @Test
    void missingTimeIsTheOther() {
        assertEquals(
                2_000,
                Lifetime.start(new SessionTimes(null, 2_000L), null, null).createdAt());
        var created = Lifetime.start(new SessionTimes(1_000L, null), null, null);
        assertTrue(created.updatedAt() > 1_000_000_000_000L);
        var future = Lifetime.start(new SessionTimes(Long.MAX_VALUE, Long.MAX_VALUE), null, null);
        assertTrue(future.createdAt() < Long.MAX_VALUE);
    }
}
