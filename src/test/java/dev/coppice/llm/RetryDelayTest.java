package dev.coppice.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryDelayTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    @Test
    void anEndpointIsLeftAloneAsLongAsItWants() {
        assertEquals(Duration.ofSeconds(7), RetryDelay.before(1, "7", NOW, 0));
        assertEquals(Duration.ofSeconds(7), RetryDelay.before(3, " 7 ", NOW, 0));
        assertEquals(Duration.ofMillis(7700), RetryDelay.before(1, "7", NOW, 1));
        assertEquals(Duration.ofSeconds(90), RetryDelay.before(1, "Sat, 21 Nov 2026 10:01:30 GMT", NOW, 0));
        assertEquals(Duration.ZERO, RetryDelay.before(1, "Sat, 21 Nov 2026 09:00:00 GMT", NOW, 1));
        assertEquals(Duration.ofSeconds(999_999_999), RetryDelay.before(1, "999999999", NOW, 0));
    }

    @Test
    void elseThePauseDoublesUpToABound() {
        for (var nonsense : new String[] {null, "", "soon", "-1", "1.5", "99999999999999999999", "٣"}) {
            assertEquals(Duration.ofMillis(500), RetryDelay.before(1, nonsense, NOW, 0));
        }
        assertEquals(Duration.ofMillis(1000), RetryDelay.before(2, null, NOW, 0));
        assertEquals(Duration.ofMillis(500), RetryDelay.before(2, null, NOW, 1));
        assertEquals(Duration.ofSeconds(30), RetryDelay.before(10, null, NOW, 0));
        assertEquals(Duration.ofSeconds(30), RetryDelay.before(Integer.MAX_VALUE, null, NOW, 0));
    }
}
