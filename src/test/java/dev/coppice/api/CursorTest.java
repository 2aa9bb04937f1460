package dev.coppice.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

    @Test
    void cursorReturnsItsNumbers() {
        var numbers = new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE};
        assertArrayEquals(numbers, Cursor.read("k", 4, Cursor.of("k", numbers)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "!!!!", "a:b", "${jndi:x}", "azo5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OQ"})
    void invalidCursorIsRefused(String cursor) {
        var problem = assertThrows(Problem.class, () -> Cursor.read("k", 1, cursor));
        assertEquals(Code.MALFORMED, problem.code());
    }

    @Test
    void cursorOfAnotherListIsRefused() {
        assertThrows(Problem.class, () -> Cursor.read("other", 1, Cursor.of("k", 1)));
        assertThrows(Problem.class, () -> Cursor.read("k", 2, Cursor.of("k", 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 300})
    void cursorReturnsItsBytes(int length) {
        var bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0xC3);
        assertArrayEquals(bytes, Cursor.readBytes("k", Cursor.ofBytes("k", bytes)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "!!!!", "azE6", "aw"})
    void cursorOfOtherBytesIsRefused(String cursor) {
        var problem = assertThrows(Problem.class, () -> Cursor.readBytes("k", cursor));
        assertEquals(Code.MALFORMED, problem.code());
    }
}
