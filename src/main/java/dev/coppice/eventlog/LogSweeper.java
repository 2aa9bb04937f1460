package dev.coppice.eventlog;

import dev.coppice.Settings;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.db.DatabaseClock;
import dev.coppice.feed.LiveFeed;
import dev.coppice.search.index.Index;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;

/**
 * Trims the log as long as the server runs, of what is old and of sessions that are no more, and tells the other nodes how
 * far the index of this one has come: whenever something could be trimmed, and often enough not to be taken for absent.
 */
@Singleton
@Startup
@DependsOn("ClockReader")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class LogSweeper {
    /** In the time after which a node is taken for absent it is heard of so often. */
    private static final int SIGNS = 10;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private LogTrim trim;

    @Inject
    private DeletedSessionEvents ended;

    @Inject
    private LiveFeed tail;

    @Inject
    private Index index;

    @Inject
    private Settings settings;

    private String node;
    private long published;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        running = new PeriodicTask("The sweep of the event log", this::sweep).every(settings.sweepInterval(), executor);
    }

    private void sweep() {
        long sign = settings.feed().nodeAbsence().toMillis() / SIGNS;
        boolean due = trim.isDue();
        if (due || DatabaseClock.now() - published >= sign) {
            trim.publish(node(), index.position());
            published = DatabaseClock.now();
        }
        while (due && trim.step()) {
            // as long as there is more
        }
        while (ended.step(tail.told())) {
            // as long as there is more
        }
    }

    /** The name of this node's index: it is as old as the data directory that the index lies in. */
    private String node() {
        if (node == null) {
            var file = settings.data().resolve("node");
            try {
                if (!Files.exists(file)) {
                    Files.writeString(file, UUID.randomUUID().toString());
                }
                node = Files.readString(file).strip();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return node;
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
