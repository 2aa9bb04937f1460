package dev.coppice.web;

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
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The time by the database's clock: the same on all nodes, whatever their own clocks say. It is looked up every few
 * seconds, and counted on in between. Sessions live and expire by it.
 */
@Singleton
@Startup
@DependsOn("DatabaseCheck")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class DatabaseClock {
    /** Within which a clock that was set shows; a running one hardly drifts in that time. */
    private static final long SECONDS = 10;

    private static volatile Reading last = new Reading(System.currentTimeMillis(), System.nanoTime());

    @Resource(lookup = "java:jboss/datasources/Coppice")
    private DataSource source;

    @Resource
    private ManagedScheduledExecutorService executor;

    private ScheduledFuture<?> running;

    /** What a clock said at a moment of this machine's timer. */
    record Reading(long millis, long nanos) {
        long at(long now) {
            return millis + TimeUnit.NANOSECONDS.toMillis(now - nanos);
        }
    }

    /** Epoch milliseconds. */
    public static long now() {
        return last.at(System.nanoTime());
    }

    @PostConstruct
    void start() {
        var sql = DatabaseCheck.productOf(source).equals("h2")
                ? "select extract(epoch from current_timestamp) * 1000"
                : "select unix_timestamp(now(3)) * 1000";
        var turn = new Turn("Looking at the database's clock", () -> look(sql));
        turn.run();
        running = executor.scheduleWithFixedDelay(turn, SECONDS, SECONDS, TimeUnit.SECONDS);
    }

    private void look(String sql) {
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            long before = System.nanoTime();
            try (var row = statement.executeQuery(sql)) {
                row.next();
                last = new Reading(row.getLong(1), before + (System.nanoTime() - before) / 2);
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
