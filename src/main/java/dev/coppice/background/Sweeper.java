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
 * Runs all {@link SweepTask}s, with a pause of {@code coppice.sweep.interval} between two sweeps. Each lease has a timer of
 * its own, so that much work of one kind does not delay the others, and one node at a time does it. A task is repeated
 * until nothing is left; each step is a transaction. A task that fails does not keep the others from running.
 *
 * <p>Not here: {@code eventlog.LogSweeper}, because every node publishes its own index position with it.
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
                .map(task ->
                        PeriodicTask.ofSteps("Sweep of " + task.name(), () -> clusterLease.step(lease, task::step)))
                .toList();
        return new PeriodicTask("Sweep with the lease " + lease, () -> sweeps.forEach(PeriodicTask::run));
    }

    @PreDestroy
    void stop() {
        running.forEach(sweep -> sweep.cancel(false));
    }
}
