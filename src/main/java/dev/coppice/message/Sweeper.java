package dev.coppice.message;

import dev.coppice.Settings;
import dev.coppice.session.Sessions;
import dev.coppice.web.Calls;
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

/** Clears away what is absent already: expired sessions, the rows of deleted ones, old idempotency keys. */
@Singleton
@Startup
public class Sweeper {
    private static final int BATCH = 100;

    @Resource
    private ManagedScheduledExecutorService executor;

    @Inject
    private Settings settings;

    @Inject
    private Sessions sessions;

    @Inject
    private Purge purge;

    @Inject
    private Calls calls;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        long millis = settings.sweepInterval().toMillis();
        var turn = new Turn("The sweep", () -> {
            while (sessions.removeExpired(BATCH) == BATCH) {
                // as long as there are more
            }
            while (purge.step()) {
                // as long as there is more
            }
            while (calls.forgetOld(BATCH) == BATCH) {
                // as long as there are more
            }
        });
        running = executor.scheduleWithFixedDelay(turn, millis, millis, TimeUnit.MILLISECONDS);
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
