package dev.coppice.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Differences between two versions of a list. Each letter of a string is one item. */
class ListDiffTest {

    private static ListDiff diff(String before, String after) {
        return ListDiff.of(items(before), items(after));
    }

    private static List<byte[]> items(String letters) {
        return letters.chars()
                .mapToObj(letter -> Character.toString(letter).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void equalListWritesNothing() {
        assertTrue(diff("abc", "abc").isEmpty());
        assertTrue(diff("", "").isEmpty());
    }

    @Test
    void growthIsAppend() {
        assertEquals(new ListDiff(0, List.of(), 2, 0), diff("abc", "abcde"));
        assertTrue(diff("abc", "abcde").isAppend());
        assertTrue(diff("", "ab").isAppend());
    }

    @Test
    void changedItemChangesOneRow() {
        assertEquals(new ListDiff(0, List.of(1), 0, 0), diff("abc", "axc"));
    }

    @Test
    void shorterListIsCutAtEnd() {
        assertEquals(new ListDiff(0, List.of(), 0, 2), diff("abc", "a"));
        assertEquals(new ListDiff(0, List.of(), 0, 3), diff("abc", ""));
    }

    @Test
    void slidingWindowDropsFirstItems() {
        assertEquals(new ListDiff(2, List.of(), 1, 0), diff("abcde", "cdef"));
    }

    @Test
    void cheaperDiffIsChosen() {
        assertEquals(new ListDiff(0, List.of(0), 0, 0), diff("abcb", "bbcb"));
    }

    @Test
    void changedItemWithGrowthIsNoAppend() {
        var diff = diff("abc", "axcd");
        assertEquals(new ListDiff(0, List.of(1), 1, 0), diff);
        assertEquals(false, diff.isAppend());
    }

    /** The diff, applied to the rows of the old list, gives the new list. */
    @Test
    void diffConvertsAnyListToAnyOther() {
        var random = new Random(7);
        for (int round = 0; round < 5_000; round++) {
            var before = letters(random);
            var after = letters(random);
            assertEquals(after, apply(before, after, diff(before, after)), before + " to " + after);
        }
    }

    private static String letters(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append((char) ('a' + random.nextInt(3)));
        }
        return text.toString();
    }

    private static String apply(String before, String after, ListDiff diff) {
        var rows = new ArrayList<String>();
        before.substring(diff.dropped(), before.length() - diff.cut())
                .chars()
                .forEach(letter -> rows.add(Character.toString(letter)));
        diff.changed().forEach(i -> rows.set(i, after.substring(i, i + 1)));
        after.substring(after.length() - diff.appended())
                .chars()
                .forEach(letter -> rows.add(Character.toString(letter)));
        return String.join("", rows);
    }
}
