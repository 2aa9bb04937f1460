package dev.coppice.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
    private final WorkQueue<String> workQueue = new WorkQueue<>(2);

    private boolean add(String work) {
        return workQueue.add(work, 100);
    }

    private String take() {
        return workQueue.take().orElse(null);
    }

    @Test
    void onlySoManyWorkersAreBegun() {
        assertTrue(add("a"));
        assertTrue(add("b"));
        assertFalse(add("c"));
        assertEquals("a", take());
        assertEquals("b", take());
        assertEquals("c", take());
        assertEquals(Optional.empty(), workQueue.take());
        assertTrue(add("d"));
    }

    @Test
    void eachThingWaitsOnce() {
        add("a");
        add("a");
        assertEquals("a", take());
        assertEquals(null, take());
    }

    @Test
    void whatIsWishedWhileItIsDoneIsDoneOnceMoreAndNotBeside() {
        add("a");
        assertEquals("a", take());
        assertFalse(add("a"));
        assertFalse(add("a"));
        assertEquals(null, take());
        workQueue.done("a");
        assertEquals("a", take());
        workQueue.done("a");
        assertEquals(null, take());
    }

    @Test
    void whatHasFailedIsPaused() {
        workQueue.pause("a", 101);
        assertFalse(add("a"));
        assertTrue(add("b"));
        assertTrue(workQueue.add("a", 101));
        assertEquals("b", take());
        assertEquals("a", take());
    }

    @Test
    void aWorkerThatCouldNotBeBegunIsBegunAnotherTime() {
        var one = new WorkQueue<String>(1);
        assertTrue(one.add("a", 0));
        one.unmanned();
        assertTrue(one.add("a", 0));
        assertEquals(Optional.of("a"), one.take());
    }

    @Test
    void moreThanItHoldsIsRefused() {
        for (int i = 0; i < WorkQueue.MAX + 10; i++) {
            add("work " + i);
        }
        int taken = 0;
        while (take() != null) {
            taken++;
        }
        assertEquals(WorkQueue.MAX, taken);
    }
}
