package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import dev.coppice.message.Position;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cursor of a search remembers. */
class ShownHitsTest {
    private static final int REQUEST = -7;

    private static ShownHits shown(Position... positions) {
        return ShownHits.none(REQUEST, false).with(Stream.of(positions));
    }

    private static Candidate candidate(long tree, long branch, int depth, boolean edit) {
        return new Candidate(tree, new Position(branch, depth), edit, 1);
    }

    @Test
    void cursorContainsThePositions() {
        var shown = new ShownHits(
                REQUEST,
                true,
                Set.of(
                        new Position(Long.MAX_VALUE, Integer.MAX_VALUE),
                        new Position(1, 0),
                        new Position(1, 3),
                        new Position(300, 2)));
        assertEquals(shown, ShownHits.of(shown.toCursor(), REQUEST));
        var none = ShownHits.none(REQUEST, false);
        assertEquals(none, ShownHits.of(none.toCursor(), REQUEST));
        assertNull(ShownHits.of(null, REQUEST));
    }

    @Test
    void restAreTheOtherMessagesInTheirOrder() {
        var ranked = List.of(
                candidate(1, 1, 5, false),
                candidate(1, 1, 2, false),
                candidate(2, 1, 5, true),
                candidate(1, 7, 2, true));
        assertEquals(ranked, shown().rest(ranked));
        assertEquals(
                List.of(ranked.get(1), ranked.get(3)), shown(new Position(1, 5)).rest(ranked));
    }

    /** A cursor is part of a URL, whose length proxies limit to 8,000 characters. */
    @Test
    void cursorOfManyHitsIsShort() {
        var random = new Random(1);
        var branch = new long[] {1_000_000};
        var shown = ShownHits.none(REQUEST, false)
                .with(IntStream.range(0, Matches.MAX - 1)
                        .mapToObj(i -> new Position(branch[0] += 1 + random.nextInt(16_000), random.nextInt(16_000))));
        assertFalse(shown.isComplete());
        assertTrue(
                shown.toCursor().length() < 5_500, "length " + shown.toCursor().length());
        assertTrue(shown.with(Stream.of(new Position(1, 1))).isComplete());
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 17, 2024})
    void damagedCursorIsRefusedOrRead(long seed) {
        var random = new Random(seed);
        var bytes = Cursor.readBytes(
                "search", shown(new Position(9, 300), new Position(70_000, 2)).toCursor());
        for (int i = 0; i < 1_000; i++) {
            var damaged = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 3));
            if (damaged.length > 0) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                ShownHits.of(Cursor.ofBytes("search", damaged), REQUEST);
            } catch (Problem e) {
                assertEquals(Code.MALFORMED, e.code());
            }
        }
    }

    @Test
    void cursorOfAnotherSearchAndOneWithTooManyHitsAreRefused() {
        var cursor = shown(new Position(1, 1)).toCursor();
        assertEquals(
                Code.MALFORMED,
                assertThrows(Problem.class, () -> ShownHits.of(cursor, 8)).code());
        var all = ShownHits.none(REQUEST, false)
                .with(IntStream.range(0, Matches.MAX).mapToObj(i -> new Position(1, i)))
                .toCursor();
        assertEquals(
                Code.MALFORMED,
                assertThrows(Problem.class, () -> ShownHits.of(all, REQUEST)).code());
    }
}
