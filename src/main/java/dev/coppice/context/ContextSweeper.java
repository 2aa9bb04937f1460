package dev.coppice.context;

import dev.coppice.Settings;
import dev.coppice.web.Leases;
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

/** Clears away the context of deleted sessions, as long as the server runs; on one node at a time. */
@Singleton
@Startup
public class ContextSweeper {
    private static final String LEASE = "context";

    @Resource
    private ManagedScheduledExecutorService executor;

    @Inject
    private Settings settings;

    @Inject
    private ContextPurge purge;

    @Inject
    private Leases leases;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        long millis = settings.sweepInterval().toMillis();
        var turn = new Turn("The sweep of context blocks", () -> {
            while (leases.step(LEASE, purge::step)) {
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
