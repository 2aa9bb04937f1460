package dev.coppice.db;

import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
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
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import javax.sql.DataSource;

/**
 * Periodically reads the database's clock for {@link DatabaseClock}: once when the application starts, then every ten
 * seconds.
 */
@Singleton
@Startup
@DependsOn("DatabaseCheck")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ClockReader {
    /**
     * Pause between two readings of the database's clock. If an administrator changes that clock, this node uses the
     * new time after at most this pause. Between two readings, the timer of this machine measures the time; in ten
     * seconds it is accurate enough.
     */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    @Resource(lookup = Connections.READS)
    private DataSource source;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        var task = background.periodic("database-clock", this::read);
        task.run();
        running = task.every(PAUSE, executor);
    }

    private void read() {
        try (var connection = PooledConnections.connect(source);
                var statement = connection.createStatement()) {
            long before = System.nanoTime();
            try (var row = statement.executeQuery(Dialect.current().clockQuery())) {
                row.next();
                DatabaseClock.read(
                        new DatabaseClock.Reading(row.getLong(1), before + (System.nanoTime() - before) / 2));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
