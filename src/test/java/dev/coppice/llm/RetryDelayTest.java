package dev.coppice.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryDelayTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final Duration FIRST = Duration.ofMillis(500);

    @Test
    void retryAfterOfTheEndpointIsRespected() {
        assertEquals(Duration.ofSeconds(7), RetryDelay.after(1, FIRST, "7", NOW, 0));
        assertEquals(Duration.ofSeconds(7), RetryDelay.after(3, FIRST, " 7 ", NOW, 0));
        assertEquals(Duration.ofMillis(7700), RetryDelay.after(1, FIRST, "7", NOW, 1));
        assertEquals(Duration.ofSeconds(90), RetryDelay.after(1, FIRST, "Sat, 21 Nov 2026 10:01:30 GMT", NOW, 0));
        assertEquals(Duration.ZERO, RetryDelay.after(1, FIRST, "Sat, 21 Nov 2026 09:00:00 GMT", NOW, 1));
        assertEquals(Duration.ofSeconds(999_999_999), RetryDelay.after(1, FIRST, "999999999", NOW, 0));
    }

    @Test
    void delayWithoutValidRetryAfterDoublesUpToABound() {
        for (var nonsense : new String[] {null, "", "soon", "-1", "1.5", "99999999999999999999", "٣"}) {
            assertEquals(Duration.ofMillis(500), RetryDelay.after(1, FIRST, nonsense, NOW, 0));
        }
        assertEquals(Duration.ofMillis(1000), RetryDelay.after(2, FIRST, null, NOW, 0));
        assertEquals(Duration.ofMillis(500), RetryDelay.after(2, FIRST, null, NOW, 1));
        assertEquals(Duration.ofSeconds(30), RetryDelay.after(10, FIRST, null, NOW, 0));
        assertEquals(Duration.ofSeconds(30), RetryDelay.after(Integer.MAX_VALUE, FIRST, null, NOW, 0));
    }
}
