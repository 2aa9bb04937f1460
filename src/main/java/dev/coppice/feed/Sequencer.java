package dev.coppice.feed;

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

/** Gives committed events their positions, a few times a second, as long as the server runs. */
@Singleton
@Startup
public class Sequencer {
    @Resource
    private ManagedScheduledExecutorService executor;

    @Inject
    private EventLog log;

    @Inject
    private Settings settings;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        long millis = settings.sequenceInterval().toMillis();
        var turn = new Turn("Giving events their positions", () -> {
            while (log.sequence()) {
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
