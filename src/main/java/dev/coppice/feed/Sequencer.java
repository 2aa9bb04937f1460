package dev.coppice.feed;

import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Gives committed events their positions, a few times a second, as long as the server runs. */
@Singleton
@Startup
public class Sequencer {
    private static final Logger LOG = Logger.getLogger(Sequencer.class.getName());

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
        running = executor.scheduleWithFixedDelay(() -> run(log), millis, millis, TimeUnit.MILLISECONDS);
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }

    /** A failure, for example a database that is away, is told and tried again at the next turn. */
    private static void run(EventLog log) {
        try {
            while (log.sequence()) {
                // as long as there is more
            }
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "Events could not be given their positions; the next turn tries again: {0}",
                    e.toString());
        }
    }
}
