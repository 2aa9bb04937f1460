package dev.coppice.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ModelJobsTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(1);
    private final List<String> done = new ArrayList<>();

    private ModelJobs<String> jobs(Duration pause, Consumer<String> work) {
        return new ModelJobs<>(new BackgroundTasks().jobs("test"), 1, pause, work, executor, timers);
    }

    private void finish() throws InterruptedException {
        executor.shutdown();
        assertTrue(executor.awaitTermination(60, TimeUnit.SECONDS));
    }

    @AfterEach
    void stop() {
        executor.shutdownNow();
        timers.shutdownNow();
    }

    @Test
    void failedJobIsPausedAndTheNextOneRuns() throws InterruptedException {
        var jobs = jobs(LONG, job -> {
            done.add(job);
            if (job.equals("a")) {
                throw new StackOverflowError();
            }
        });
        jobs.submit("a");
        jobs.submit("b");
        finish();
        assertEquals(List.of("a", "b"), done);
        assertTrue(jobs.isPaused("a"));
        assertFalse(jobs.isPaused("b"));
    }

    @Test
    void failedJobThatWasSubmittedWhileItRanIsNotRunAgain() throws InterruptedException {
        var jobs = new ArrayList<ModelJobs<String>>();
        jobs.add(jobs(LONG, job -> {
            done.add(job);
            if (done.size() == 1) {
                jobs.get(0).submit(job);
            }
            throw new StackOverflowError();
        }));
        jobs.get(0).submit("a");
        finish();
        assertEquals(List.of("a"), done);
    }

    @Test
    void otherWorkForAJobFailsInTheSameWay() {
        var jobs = jobs(LONG, done::add);
        jobs.run("a", job -> {
            throw new StackOverflowError();
        });
        assertTrue(jobs.isPaused("a"));
        assertEquals(List.of(), done);
    }

    @Test
    void pausedJobIsNotRun() throws InterruptedException {
        var jobs = jobs(LONG, done::add);
        jobs.pause("a");
        jobs.submit("a");
        finish();
        assertEquals(List.of(), done);
    }

    /** The request whose submission was ignored has not caused the job that runs later. */
    @Test
    void jobDoesNotRunForRequestThatWasIgnored() throws InterruptedException {
        var jobs = jobs(Duration.ofSeconds(2), job -> done.add(String.valueOf(Trace.current())));
        jobs.pause("a");
        Trace.run(Trace.of("ignored", null, null), () -> jobs.submit("a"));
        Await.until("the pause is over", Duration.ofMinutes(1), () -> !jobs.isPaused("a"));
        jobs.submit("a");
        finish();
        assertEquals(List.of("null"), done);
    }

    @Test
    void jobIsSubmittedAgainAfterThePause() throws InterruptedException {
        var ran = new CountDownLatch(1);
        jobs(Duration.ofMillis(1), job -> ran.countDown()).submitLater("a");
        assertTrue(ran.await(60, TimeUnit.SECONDS));
    }

    @Test
    void rejectedJobIsLogged() throws InterruptedException {
        executor.shutdown();
        jobs(LONG, done::add).submit("a");
        assertEquals(List.of(), done);
    }
}
