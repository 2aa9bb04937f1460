package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.background.ClusterLease;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.idempotency.IdempotencyStore;
import dev.coppice.session.Removals;
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
public class MessageSweeper {
    private static final String LEASE = "messages";
    private static final int BATCH = 100;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private Settings settings;

    @Inject
    private Removals removals;

    @Inject
    private MessagePurge messagePurge;

    @Inject
    private RetentionPurge retentionPurge;

    @Inject
    private IdempotencyStore idempotencyStore;

    @Inject
    private ClusterLease clusterLease;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        var turn = new PeriodicTask("The sweep", () -> {
            sweep(() -> removals.removeExpired(BATCH) == BATCH);
            sweep(messagePurge::step);
            sweep(retentionPurge::step);
            sweep(() -> idempotencyStore.forgetOld(BATCH) == BATCH);
        });
        running = turn.every(settings.sweepInterval(), executor);
    }

    private void sweep(BooleanSupplier step) {
        while (clusterLease.step(LEASE, step)) {
            // as long as there is more
        }
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
