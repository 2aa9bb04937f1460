package dev.coppice.context;

import dev.coppice.Settings;
import dev.coppice.background.ClusterLease;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.util.concurrent.ScheduledFuture;

/** Clears away the context of deleted sessions, as long as the server runs; on one node at a time. */
@Singleton
@Startup
public class ContextSweeper {
    private static final String LEASE = "context";

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private Settings settings;

    @Inject
    private ContextPurge purge;

    @Inject
    private ClusterLease clusterLease;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        running = PeriodicTask.ofSteps("The sweep of context blocks", () -> clusterLease.step(LEASE, purge::step))
                .every(settings.sweepInterval(), executor);
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
