package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Previews of messages: one line of at most 80 characters. */
class MessagePreviewTest {
    private static final int[] CHARACTERS = {' ', '\n', '\t', 0, 0x1f, 0x7f, 0x80, 0xa0, 'a', 'é', '木', 0x1F332};

    private static String preview(String text) {
        var preview = new MessagePreview();
        preview.text("content", MessageTexts.Kind.SAID, text);
        return preview.line();
    }

    @Test
    void runsOfBlanksAreOneSpace() {
        assertEquals("The oak grows slowly", preview("\n The\toak\r\n \u007f grows\u0000slowly \n"));
        assertEquals("", preview(" \n"));
    }

    @Test
    void lineHas80Characters() {
        assertEquals("🌲".repeat(80), preview("🌲".repeat(81)));
        assertEquals("a".repeat(79) + " ", preview("a".repeat(79) + " \n b"));
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 17, 2024})
    void previewIsThatOfAPattern(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(200); i > 0; i--) {
                text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
            }
            var line = text.toString().strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
            int end = line.offsetByCodePoints(0, Math.min(80, line.codePointCount(0, line.length())));
            assertEquals(line.substring(0, end), preview(text.toString()));
        }
    }
}
