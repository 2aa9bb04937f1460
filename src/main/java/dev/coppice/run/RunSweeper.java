package dev.coppice.run;

import dev.coppice.Settings;
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

/** Clears away the runs of deleted sessions, as long as the server runs. */
@Singleton
@Startup
public class RunSweeper {
    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private Settings settings;

    @Inject
    private RunPurge purge;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        running = PeriodicTask.ofSteps("The sweep of runs", purge::step).every(settings.sweepInterval(), executor);
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
