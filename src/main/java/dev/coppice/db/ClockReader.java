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

/** Reads the database's clock for {@link DatabaseClock} when the application starts, and then every ten seconds. */
@Singleton
@Startup
@DependsOn("DatabaseCheck")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ClockReader {
    /**
     * Pause between two readings of the database's clock. If that clock is changed, this is noticed after at most this
     * time. The timer of this machine, which measures the time between two readings, does not drift noticeably in ten
     * seconds.
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
        try (var connection = source.getConnection();
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
