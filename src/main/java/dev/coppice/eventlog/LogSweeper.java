package dev.coppice.eventlog;

import dev.coppice.PrivateDirectory;
import dev.coppice.Settings;
import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.db.ConflictRetry;
import dev.coppice.db.DatabaseClock;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.function.BooleanSupplier;

/**
 * Removes old events and the events of deleted sessions from the log, every {@code coppice.sweep.interval}. Before it
 * removes old events, it publishes to the other nodes the position up to which this node's search index has read the
 * log. It also publishes this position about ten times within {@code coppice.events.node-absence}, even if no event is
 * old enough to be removed. Otherwise the other nodes would consider this node absent.
 */
@Singleton
@Startup
@DependsOn("ClockReader")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class LogSweeper {
    /**
     * How many times this node publishes the position of its search index within {@code coppice.events.node-absence}.
     * So the other nodes do not consider this node absent if only some of the publications fail.
     */
    private static final int PUBLICATIONS = 10;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private LogTrim trim;

    @Inject
    private DeletedSessionEvents deletedSessions;

    @Inject
    private Instance<LogReader> logReaders;

    @Inject
    private Settings settings;

    @Inject
    private EventLogSettings logSettings;

    /**
     * The log readers of this node. They are looked up once, because an {@code Instance} keeps every bean that it
     * returns.
     */
    private List<LogReader> readers;

    private String node;
    private long publishedAt;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        readers = logReaders.stream().toList();
        running = background.periodic("sweep-event-log", this::sweep).every(settings.sweepInterval(), executor);
    }

    private void sweep() {
        long interval = logSettings.nodeAbsence().toMillis() / PUBLICATIONS;
        boolean due = trim.isDue();
        if (due || DatabaseClock.now() - publishedAt >= interval) {
            trim.publishIndexPosition(node(), position(true));
            publishedAt = DatabaseClock.now();
        }
        if (due) {
            repeat(trim::trimStep);
        }
        if (deletedSessions.isDue()) {
            repeat(() -> deletedSessions.purgeStep(position(false)));
        }
    }

    /** Calls the step until it returns false. Each call removes one batch in its own transaction. */
    private static void repeat(BooleanSupplier step) {
        PeriodicTask.repeating(() -> ConflictRetry.repeat(step::getAsBoolean)).run();
    }

    /**
     * Returns the lowest position of this node's log readers of one kind: of the durable ones or of all others. Returns
     * {@link Long#MAX_VALUE} if there are none.
     *
     * @param durable true for the readers that return true from {@link LogReader#isDurable}, false for the others
     */
    private long position(boolean durable) {
        return readers.stream()
                .filter(reader -> reader.isDurable() == durable)
                .mapToLong(LogReader::position)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /**
     * Returns the name of this node's search index, which is a random UUID. It is stored in the file {@code node} of
     * the data directory, which also contains the index.
     */
    private String node() {
        if (node == null) {
            var file = settings.data().resolve("node");
            try {
                if (!Files.exists(file)) {
                    PrivateDirectory.create(file.getParent());
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
