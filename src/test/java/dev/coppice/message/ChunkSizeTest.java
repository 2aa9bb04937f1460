package dev.coppice.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Numbers of rows that are read at a time while messages of a path are selected. */
class ChunkSizeTest {
    private static final int MAX = 500;

    private final ChunkSize size = new ChunkSize(MAX);

    @Test
    void asManyRowsAsWanted() {
        assertEquals(51, size.next(51));
        size.record(51, 51);
        assertEquals(1, size.next(1));
        assertEquals(MAX, size.next(Long.MAX_VALUE));
    }

    @Test
    void fewDeletedMessagesDoNotChangeTheSize() {
        size.record(50, 25);
        assertEquals(26, size.next(26));
    }

    @Test
    void sizeDoublesWhileMostMessagesAreDeleted() {
        for (int rows : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 256, MAX, MAX}) {
            assertEquals(rows, size.next(1));
            size.record(rows, rows / 10);
        }
        size.record(MAX, MAX / 2);
        assertEquals(1, size.next(1));
    }
}
