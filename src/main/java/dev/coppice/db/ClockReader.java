package dev.coppice.db;

import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import javax.sql.DataSource;

/** Looks at the database's clock, as long as the server runs. */
@Singleton
@Startup
@DependsOn("DatabaseCheck")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ClockReader {
    /** Within which a clock that was set shows; a running one hardly drifts in that time. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    @Resource(lookup = "java:jboss/datasources/Coppice")
    private DataSource source;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        var sql = DatabaseCheck.productOf(source).equals("h2")
                ? "select extract(epoch from current_timestamp) * 1000"
                : "select unix_timestamp(now(3)) * 1000";
        var turn = new PeriodicTask("Looking at the database's clock", () -> look(sql));
        turn.run();
        running = turn.every(PAUSE, executor);
    }

    private void look(String sql) {
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            long before = System.nanoTime();
            try (var row = statement.executeQuery(sql)) {
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
