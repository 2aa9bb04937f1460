package dev.coppice.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightsTest {
    /** The third one is what Java's HttpURLConnection sends. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "application/json",
                "text/html, image/gif, *; q=.2, */*; q=.2",
                "a/b;Q=0.5;level=1 , c/d ; q = 1",
                "a/b;q=\"0.5\"",
                "a/b;quality=x;qs=x",
                "a/b;profile=\";q=x\";q=1",
                "a/b;profile=\"unfinished"
            })
    void numbersAreAccepted(String header) {
        assertTrue(Weights.areNumbers(header));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "image/*;q=x",
                "a/b;q=",
                "a/b;q",
                "a/b;q;level=1",
                "a/b;q=1.0.0",
                "a/b;q=\"x\"",
                "application/json, text/*;level=1; Q = 0,5;q=1x",
                "a/b;profile=\";q=1\";q=x"
            })
    void otherTextsAreRefused(String header) {
        assertFalse(Weights.areNumbers(header));
    }

    /** With an expression that goes back, a header with 2,000 spaces took half a minute. */
    @ParameterizedTest
    @ValueSource(strings = {";", ";q", ";q=", ";q=\"", "\"", "a/b;q=\"\""})
    void timeIsLinear(String start) {
        for (var end : List.of("", "x", "\"\"x", "\"" + " ".repeat(60_000) + "\"x", ";q=x")) {
            var header = start + " ".repeat(60_000) + end;
            assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Weights.areNumbers(header.repeat(2)));
        }
    }
}
