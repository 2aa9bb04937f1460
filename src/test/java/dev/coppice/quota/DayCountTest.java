package dev.coppice.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Counts of a day, of this node and of others. */
class DayCountTest {
    private final DayCount count = new DayCount();

    @Test
    void amountBeyondTheLimitIsNotCounted() {
        assertTrue(count.add(1, 60, 100));
        assertFalse(count.add(1, 41, 100));
        assertTrue(count.add(1, 40, 100));
        assertEquals(100, count.total(1));
    }

    @Test
    void zeroIsNoLimit() {
        assertTrue(count.add(1, Long.MAX_VALUE / 2, 0));
    }

    @Test
    void countOfOtherNodesCounts() {
        count.add(1, 10, 100);
        count.exchanged(1, count.pending(1), 95);
        assertEquals(0, count.pending(1));
        assertFalse(count.add(1, 6, 100));
        assertTrue(count.add(1, 5, 100));
    }

    @Test
    void whatIsCountedDuringAnExchangeStaysPending() {
        count.add(1, 10, 0);
        long written = count.pending(1);
        count.add(1, 3, 0);
        count.exchanged(1, written, 10);
        assertEquals(3, count.pending(1));
        assertEquals(13, count.total(1));
    }

    @Test
    void hugeCountsStayAtTheMaximum() {
        for (int i = 0; i < 3; i++) {
            assertTrue(count.add(1, Long.MAX_VALUE - 1, 0));
        }
        assertEquals(Long.MAX_VALUE, count.pending(1));
        assertFalse(count.add(1, 1, 100));
        count.exchanged(1, count.pending(1), Long.MAX_VALUE);
        count.add(1, 7, 0);
        assertEquals(Long.MAX_VALUE, count.total(1));
        assertFalse(count.add(1, Long.MAX_VALUE, 100));
    }

    @Test
    void anotherDayBeginsAtZero() {
        count.add(1, 100, 100);
        assertTrue(count.add(2, 100, 100));
        count.exchanged(1, 100, 100);
        assertEquals(100, count.total(2));
    }
}
