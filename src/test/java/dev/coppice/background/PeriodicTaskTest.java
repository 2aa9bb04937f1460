package dev.coppice.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
    private final BackgroundTasks background = new BackgroundTasks();
    private final List<String> log = new ArrayList<>();

    @Test
    void stepIsRepeatedUntilNothingIsLeft() {
        var more = List.of(true, true, false).iterator();
        background.periodic("test", PeriodicTask.repeating(() -> step(more))).run();
        assertEquals(List.of("step", "step", "step"), log);
    }

    private boolean step(Iterator<Boolean> more) {
        log.add("step");
        return more.next();
    }

    @Test
    void timerGoesOnAfterAnError() throws InterruptedException {
        var iterations = new CountDownLatch(3);
        var executor = Executors.newSingleThreadScheduledExecutor();
        try {
            var task = background.periodic("failing timer", () -> {
                iterations.countDown();
                throw new StackOverflowError();
            });
            task.every(Duration.ofMillis(1), executor);
            assertTrue(iterations.await(60, TimeUnit.SECONDS));
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void firstIterationMayStartAtOnce() throws InterruptedException {
        var started = new CountDownLatch(1);
        var executor = Executors.newSingleThreadScheduledExecutor();
        try {
            background.periodic("test", started::countDown).nowAndEvery(Duration.ofHours(1), executor);
            assertTrue(started.await(60, TimeUnit.SECONDS));
        } finally {
            executor.shutdownNow();
        }
    }
}
