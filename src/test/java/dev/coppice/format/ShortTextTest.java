package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ShortTextTest {

    @Test
    void endIsCutBetweenWholeCharacters() {
        assertEquals("abc", ShortText.end("abc", 3));
        assertEquals("ab…", ShortText.end("abc", 2));
        assertEquals("a…", ShortText.end("a😀b", 2));
        assertEquals("a😀…", ShortText.end("a😀b", 3));
    }

    @Test
    void middleIsCutBetweenWholeCharacters() {
        var text = "a".repeat(50) + "b".repeat(50);
        assertEquals(text, ShortText.middle(text, 100));
        assertEquals(
                "a".repeat(20) + "\n… (61 characters left out) …\n" + "b".repeat(19),
                ShortText.middle(text, 70).replaceAll("(?<=\n… \\()\\d+", "61"));
        for (int max = 0; max < 200; max++) {
            var shorter = ShortText.middle("😀".repeat(100), max);
            assertTrue(shorter.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF), shorter);
        }
    }
}
