package dev.coppice.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobQueueTest {
    private final JobQueue<String> queue = new JobQueue<>(2);

    private boolean add(String job) {
        return queue.add(job, 100);
    }

    private String take() {
        return queue.take().orElse(null);
    }

    @Test
    void numberOfWorkersIsLimited() {
        assertTrue(add("a"));
        assertTrue(add("b"));
        assertFalse(add("c"));
        assertEquals("a", take());
        assertEquals("b", take());
        assertEquals("c", take());
        assertEquals(Optional.empty(), queue.take());
        assertTrue(add("d"));
    }

    @Test
    void jobWaitsOnce() {
        add("a");
        add("a");
        assertEquals("a", take());
        assertEquals(null, take());
    }

    @Test
    void jobAddedWhileRunningRunsOnceMoreAndNotInParallel() {
        add("a");
        assertEquals("a", take());
        assertFalse(add("a"));
        assertFalse(add("a"));
        assertEquals(null, take());
        queue.done("a", 100);
        assertEquals("a", take());
        queue.done("a", 100);
        assertEquals(null, take());
    }

    @Test
    void jobAddedWhileRunningIsNotRunAgainIfItIsPaused() {
        add("a");
        assertEquals("a", take());
        add("a");
        queue.pause("a", 101);
        queue.done("a", 100);
        assertEquals(null, take());
        assertTrue(queue.add("a", 101));
        assertEquals("a", take());
    }

    @Test
    void pausedJobIsRefused() {
        queue.pause("a", 101);
        assertTrue(queue.isPaused("a", 100));
        assertFalse(add("a"));
        assertTrue(add("b"));
        assertTrue(queue.add("a", 101));
        assertEquals("b", take());
        assertEquals("a", take());
    }

    @Test
    void negativeTimesAreCompared() {
        queue.pause("a", -100);
        assertTrue(queue.isPaused("a", -101));
        assertFalse(queue.isPaused("a", -100));
        assertFalse(queue.isPaused("b", -100));
    }

    @Test
    void rejectedWorkerIsRequestedAgain() {
        var one = new JobQueue<String>(1);
        assertTrue(one.add("a", 0));
        one.workerRejected();
        assertTrue(one.add("a", 0));
        assertEquals(Optional.of("a"), one.take());
    }

    @Test
    void fullQueueRefusesJobs() {
        for (int i = 0; i < JobQueue.MAX + 10; i++) {
            add("job " + i);
        }
        int taken = 0;
        while (take() != null) {
            taken++;
        }
        assertEquals(JobQueue.MAX, taken);
    }
}
