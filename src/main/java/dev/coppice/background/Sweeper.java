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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.stream.Collectors;

/**
 * Deletes data that clients can no longer see, by calling all {@link SweepTask}s. Waits {@code coppice.sweep.interval}
 * between two sweeps. Each lease has its own sweep and its own timer, so that a long sweep does not delay the others. A
 * sweep runs all tasks with the same lease, one after the other. It repeats the step of a task until nothing is left to
 * delete. Each step has its own transaction, in which this node holds the lease. If a task fails, the next tasks still
 * run.
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
    private BackgroundTasks background;

    private final List<ScheduledFuture<?>> running = new ArrayList<>();

    @PostConstruct
    void start() {
        tasks.stream()
                .collect(Collectors.groupingBy(SweepTask::lease))
                .forEach((lease, group) -> running.add(sweep(lease, group).every(settings.sweepInterval(), executor)));
    }

    private PeriodicTask sweep(String lease, List<SweepTask> group) {
        var sweeps = group.stream()
                .sorted(Comparator.comparing(SweepTask::name))
                .map(task -> background.periodic(
                        "sweep-" + task.name().replace(' ', '-'),
                        PeriodicTask.repeating(() -> clusterLease.step(lease, task::step))))
                .toList();
        return background.periodic("sweeps-of-" + lease, () -> sweeps.forEach(PeriodicTask::run));
    }

    @PreDestroy
    void stop() {
        running.forEach(sweep -> sweep.cancel(false));
    }
}
