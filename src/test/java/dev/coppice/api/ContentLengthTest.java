package dev.coppice.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ContentLengthTest {
    @Test
    void announcedLengthIsReadWithoutZerosAtItsBeginning() {
        assertEquals(-1, ContentLength.of(null));
        assertEquals(-1, ContentLength.of(""));
        assertEquals(-1, ContentLength.of("5, 5"));
        assertEquals(-1, ContentLength.of("-1"));
        assertEquals(0, ContentLength.of("0"));
        assertEquals(0, ContentLength.of("0".repeat(40)));
        assertEquals(17, ContentLength.of("0".repeat(40) + "17"));
        assertEquals(999_999_999_999_999_999L, ContentLength.of("9".repeat(18)));
        assertEquals(Long.MAX_VALUE, ContentLength.of("9".repeat(19)));
    }
}
