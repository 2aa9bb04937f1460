package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeframeTest {
    @ParameterizedTest
    @CsvSource({"24h,24", "7d,168", "2w,336", "' 1d ',24", ",168", "'',168", "0h,0"})
    void timeframeIsADuration(String text, long hours) {
        assertEquals(Optional.of(Duration.ofHours(hours)), Timeframe.of(text));
    }

    @ParameterizedTest
    @CsvSource({"7", "d", "-1d", "1y", "99999d", "1 d", "a week"})
    void otherTextsAreRefused(String text) {
        assertEquals(Optional.empty(), Timeframe.of(text));
    }
}
