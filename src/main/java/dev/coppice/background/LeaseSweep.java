package dev.coppice.background;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs the sweep tasks that share one lease, one after the other on one thread. An iteration runs all tasks that are
 * due; two iterations never run at the same time on this node. If a task fails, the tasks after it still run.
 * Thread-safe.
 */
final class LeaseSweep {
    private static final Logger LOG = Logger.getLogger(LeaseSweep.class.getName());

    private final ClusterLease clusterLease;
    private final StepRetry retry;
    private final List<Sweep> sweeps;
    private final AtomicBoolean busy = new AtomicBoolean();

    /**
     * A sweep task with the background task that records its failures.
     *
     * @param task the sweep task
     * @param background records the failures of the sweep task
     */
    private record Sweep(SweepTask task, BackgroundTask background) {}

    /** Creates the sweep of these tasks, all of which have the same lease. */
    LeaseSweep(List<SweepTask> tasks, ClusterLease clusterLease, StepRetry retry, BackgroundTasks background) {
        this.clusterLease = clusterLease;
        this.retry = retry;
        this.sweeps = tasks.stream()
                .sorted(Comparator.comparing(SweepTask::name))
                .map(task -> new Sweep(
                        task, background.repeated("sweep-" + task.name().replace(' ', '-'))))
                .toList();
    }

    /**
     * Starts an iteration on a thread of the executor and returns immediately. It runs the due tasks, and those that
     * failed in the last iteration. Does nothing if there are no such tasks, or if an earlier iteration has not ended.
     *
     * @param due returns true for a task that has rows to remove
     */
    void start(Predicate<SweepTask> due, ExecutorService executor) {
        var chosen = sweeps.stream()
                .filter(sweep -> due.test(sweep.task()) || sweep.background().isFailing())
                .toList();
        if (chosen.isEmpty() || !busy.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(() -> run(chosen));
        } catch (RejectedExecutionException e) {
            busy.set(false);
            LOG.log(Level.FINE, "The server stops; a sweep is not started", e);
        }
    }

    /**
     * Repeats the step of each task until the task has no rows left to remove, or another node has taken the lease. Each step runs in its own transaction.
     * If a step fails because of another transaction, for example a deadlock with a request, the step is repeated. The
     * task fails if a step fails five times in a row in this way, or once for another reason.
     */
    private void run(List<Sweep> chosen) {
        try {
            chosen.forEach(sweep -> sweep.background().attempt(PeriodicTask.repeating(() -> step(sweep.task()))));
        } finally {
            busy.set(false);
        }
    }

    private boolean step(SweepTask task) {
        return retry.run(() -> clusterLease.step(task.lease(), task::step));
    }
}
