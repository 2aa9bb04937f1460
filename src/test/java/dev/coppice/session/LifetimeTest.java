package dev.coppice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LifetimeTest {
    private final Lifetime life = new Lifetime(1_000, 5_000, 60L, null, null, null);

    @Test
    void eachWriteMovesTheEnd() {
        assertEquals(67_000, life.written(null, 7_000).expiresAt());
        assertEquals(69_000, life.written(null, 7_000).written(null, 9_000).expiresAt());
    }

    @Test
    void aClockThatGoesBackMovesNothing() {
        var written = life.written(null, 4_000);
        assertEquals(5_000, written.updatedAt());
        assertEquals(65_000, written.expiresAt());
    }

    @Test
    void itsOwnTimeGoesBeforeItsAgents() {
        assertEquals(66_000, life.written(1L, 6_000).expiresAt());
        assertEquals(7_000, life.withTtl(null).written(1L, 6_000).expiresAt());
        assertNull(life.withTtl(null).written(null, 6_000).expiresAt());
    }

    @Test
    void aNewLifeIsOverWhenItsTimeIs() {
        assertFalse(Lifetime.begun(null, null).isOver());
        assertFalse(Lifetime.begun(60L, null).isOver());
        assertTrue(life.written(null, 7_000).isOver());
    }
}
