package dev.coppice.background;

import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Periodically runs the {@link SweepTask}s that are due, with a pause of {@code coppice.sweep.interval} between two
 * checks. Repeats the step of a task until the task has no rows left to remove. Each step runs in its own transaction,
 * in which this node holds the lease of the task. The tasks of each lease have their own thread, so that a long sweep
 * does not delay the tasks of other leases.
 *
 * <p>{@code eventlog.LogSweeper} is not a {@link SweepTask}: it runs on every node, because it also publishes the
 * position of the node's own search index.
 */
@Singleton
@Startup
@DependsOn("ClockReader")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Sweeper {
    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private Settings settings;

    @Inject
    @Any
    private Instance<SweepTask> tasks;

    @Inject
    private ClusterLease clusterLease;

    @Inject
    private StepRetry retry;

    @Inject
    private DueSweeps dueSweeps;

    @Inject
    private BackgroundTasks background;

    private List<SweepTask> all;
    private List<LeaseSweep> leases;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        all = tasks.stream().toList();
        leases = all.stream().collect(Collectors.groupingBy(SweepTask::lease)).values().stream()
                .map(group -> new LeaseSweep(group, clusterLease, retry, background))
                .toList();
        running = background.periodic("sweeps", this::sweep).every(settings.sweepInterval(), executor);
    }

    /**
     * Starts the tasks that are due, and returns without waiting for them. If the check for due tasks fails, starts all
     * tasks, so that each task records its own failure, and throws the exception of the check.
     */
    private void sweep() {
        Predicate<SweepTask> due = task -> true;
        try {
            due = dueSweeps.among(all)::contains;
        } finally {
            for (var lease : leases) {
                lease.start(due, executor);
            }
        }
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
