package dev.coppice.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
}
