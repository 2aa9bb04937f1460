package dev.coppice.compaction.extractive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests splitting texts into sentences. */
class SentencesTest {
    private static List<String> sentences(String text) {
        var found = new ArrayList<String>();
        Sentences.of(text, found::add);
        return found;
    }

    @Test
    void sentencesEndAtPunctuation() {
        assertEquals(
                List.of("I went home.", "Did you?", "\"No!\"", "Well"),
                sentences("I went home. Did you? \"No!\" Well"));
        assertEquals(List.of("今日は晴れ。", "明日は？", "雨！"), sentences("今日は晴れ。明日は？雨！"));
    }

    @Test
    void dotsOfAbbreviationsAndNumbersEndNoSentence() {
        assertEquals(
                List.of("Dr. J. Smith paid 3.50 e.g. for tea."), sentences("Dr. J. Smith paid 3.50 e.g. for tea."));
        assertEquals(List.of("See example.com now."), sentences("See example.com now."));
    }

    @Test
    void listItemsAndHeadingsAreSentences() {
        assertEquals(List.of("Plan", "one", "two", "three"), sentences("## Plan\n- one\n* [x] two\n3. three"));
    }

    @Test
    void codeAndTablesAreLeftOut() {
        assertEquals(List.of("Before", "After"), sentences("Before\n```\nx = 1. Y\n```\n| a | b |\nAfter"));
    }

    @Test
    void wrappedLinesAreJoined() {
        var first = "This line is long enough that an editor has wrapped it";
        assertEquals(List.of(first + " into the next."), sentences(first + "\ninto the next."));
    }

    @Test
    void longSentencesAreSplit() {
        for (var text : List.of("x".repeat(5000), "word ".repeat(2000), "😀".repeat(2000), ".".repeat(5000))) {
            for (var sentence : sentences(text)) {
                assertTrue(sentence.length() <= Sentences.MAX_LENGTH + 1);
                assertTrue(sentence.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF));
            }
        }
    }
}
