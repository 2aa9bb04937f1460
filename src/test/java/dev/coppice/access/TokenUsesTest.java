package dev.coppice.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.access.TokenUses.TokenDay;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The uses of tokens that are not written yet. */
class TokenUsesTest {
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long MIDNIGHT = 20_000 * DAY;

    private final TokenUses uses = new TokenUses();

    @Test
    void useAfterMidnightDoesNotReplaceThatBefore() {
        uses.record(1, MIDNIGHT - 2);
        uses.record(1, MIDNIGHT - 1);
        uses.record(1, MIDNIGHT);
        var expected = Map.of(new TokenDay(1, MIDNIGHT - DAY), MIDNIGHT - 1, new TokenDay(1, MIDNIGHT), MIDNIGHT);
        assertEquals(expected, uses.unwritten());
    }

    @Test
    void usesOfOneTokenAreSelected() {
        uses.record(1, MIDNIGHT);
        uses.record(2, MIDNIGHT + 1);
        uses.record(3, MIDNIGHT + 2);
        assertEquals(Map.of(new TokenDay(2, MIDNIGHT), MIDNIGHT + 1), uses.unwritten(2));
    }

    @Test
    void useDuringTheWriteIsKept() {
        uses.record(1, MIDNIGHT);
        uses.record(2, MIDNIGHT);
        var written = uses.unwritten();
        uses.record(1, MIDNIGHT + 1);
        uses.written(written);
        assertEquals(Map.of(new TokenDay(1, MIDNIGHT), MIDNIGHT + 1), uses.unwritten());
    }
}
