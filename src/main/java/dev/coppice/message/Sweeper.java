package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.session.Removals;
import dev.coppice.web.Calls;
import dev.coppice.web.Leases;
import dev.coppice.web.Threads;
import dev.coppice.web.Turn;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.util.concurrent.ScheduledFuture;
import java.util.function.BooleanSupplier;

/**
 * Clears away what is absent already: expired sessions, the rows of deleted ones and of messages that are not retained,
 * old idempotency keys. On one node at a time.
 */
@Singleton
@Startup
@DependsOn("ClockReader")
public class Sweeper {
    private static final String LEASE = "messages";
    private static final int BATCH = 100;

    @Resource(lookup = Threads.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private Settings settings;

    @Inject
    private Removals removals;

    @Inject
    private Purge purge;

    @Inject
    private TrimPurge trimPurge;

    @Inject
    private Calls calls;

    @Inject
    private Leases leases;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        var turn = new Turn("The sweep", () -> {
            sweep(() -> removals.removeExpired(BATCH) == BATCH);
            sweep(purge::step);
            sweep(trimPurge::step);
            sweep(() -> calls.forgetOld(BATCH) == BATCH);
        });
        running = turn.every(settings.sweepInterval(), executor);
    }

    private void sweep(BooleanSupplier step) {
        while (leases.step(LEASE, step)) {
            // as long as there is more
        }
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
