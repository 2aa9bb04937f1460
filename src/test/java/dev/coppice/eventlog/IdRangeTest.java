package dev.coppice.eventlog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class IdRangeTest {
    @Test
    void consecutiveIdsAreOneRange() {
        assertEquals(List.of(new IdRange(7, 9)), IdRange.of(List.of(7L, 8L, 9L)));
    }

    @Test
    void rangeEndsBeforeMissingId() {
        assertEquals(
                List.of(new IdRange(1, 1), new IdRange(3, 4), new IdRange(1000, 1000)),
                IdRange.of(List.of(1L, 3L, 4L, 1000L)));
    }

    @Test
    void noIdsAreNoRange() {
        assertEquals(List.of(), IdRange.of(List.of()));
    }
}
