package dev.coppice.state;

import dev.coppice.Settings;
import dev.coppice.web.Turn;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Clears away the values that are gone, as long as the server runs. */
@Singleton
@Startup
public class StateSweeper {
    @Resource
    private ManagedScheduledExecutorService executor;

    @Inject
    private Settings settings;

    @Inject
    private StatePurge purge;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        long millis = settings.sweepInterval().toMillis();
        var turn = new Turn("The sweep of keyed state", () -> {
            while (purge.step()) {
                // as long as there is more
            }
        });
        running = executor.scheduleWithFixedDelay(turn, millis, millis, TimeUnit.MILLISECONDS);
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
