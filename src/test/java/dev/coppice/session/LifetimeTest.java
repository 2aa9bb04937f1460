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
        assertFalse(Lifetime.startNow(null, null).isExpired());
        assertFalse(Lifetime.startNow(60L, null).isExpired());
        assertTrue(lifetime.afterWrite(null, 7_000).isExpired());
    }
}
