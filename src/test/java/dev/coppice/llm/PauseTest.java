package dev.coppice.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PauseTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    @Test
    void anEndpointIsLeftAloneAsLongAsItWants() {
        assertEquals(Duration.ofSeconds(7), Pause.before(1, "7", NOW, 0));
        assertEquals(Duration.ofSeconds(7), Pause.before(3, " 7 ", NOW, 0));
        assertEquals(Duration.ofMillis(7700), Pause.before(1, "7", NOW, 1));
        assertEquals(Duration.ofSeconds(90), Pause.before(1, "Sat, 21 Nov 2026 10:01:30 GMT", NOW, 0));
        assertEquals(Duration.ZERO, Pause.before(1, "Sat, 21 Nov 2026 09:00:00 GMT", NOW, 1));
        assertEquals(Duration.ofSeconds(999_999_999), Pause.before(1, "999999999", NOW, 0));
    }

    @Test
    void elseThePauseDoublesUpToABound() {
        for (var nonsense : new String[] {null, "", "soon", "-1", "1.5", "99999999999999999999", "٣"}) {
            assertEquals(Duration.ofMillis(500), Pause.before(1, nonsense, NOW, 0));
        }
        assertEquals(Duration.ofMillis(1000), Pause.before(2, null, NOW, 0));
        assertEquals(Duration.ofMillis(500), Pause.before(2, null, NOW, 1));
        assertEquals(Duration.ofSeconds(30), Pause.before(10, null, NOW, 0));
        assertEquals(Duration.ofSeconds(30), Pause.before(Integer.MAX_VALUE, null, NOW, 0));
    }
}
