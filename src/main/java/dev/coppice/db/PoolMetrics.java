package dev.coppice.db;

import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Metrics of the two pools of database connections, and of the transactions that wait to write to a session. WildFly
 * publishes the statistics of its pools by JMX; on another server the metrics from these statistics are missing.
 * Thread-safe.
 */
@ApplicationScoped
public class PoolMetrics implements MetricSource {
    private static final Logger LOG = Logger.getLogger(PoolMetrics.class.getName());

    /** The two data sources, and the value of the label {@code pool} for each. */
    private static final List<Pool> POOLS =
            List.of(new Pool("Coppice", "transactions"), new Pool("CoppiceReads", "reads"));

    private static final String IN_USE = "InUseCount";
    private static final String AVAILABLE = "AvailableCount";

    @Inject
    private SessionQueue sessionQueue;

    private record Pool(String source, String label) {
        /**
         * Returns an attribute of the pool's statistics, for example {@code InUseCount}; -1 if the server does not have
         * it.
         */
        long read(String attribute) {
            try {
                var name = new ObjectName("jboss.as:subsystem=datasources,data-source=" + source + ",statistics=pool");
                return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute)).longValue();
            } catch (JMException | RuntimeException e) {
                LOG.log(Level.FINE, "The server has no statistics of its connection pools", e);
                return -1;
            }
        }
    }

    /** True if all connections for transactions are in use; false if the server does not publish this. */
    static boolean isExhausted() {
        var transactions = POOLS.get(0);
        // Both are 0 if the statistics are switched off.
        return transactions.read(AVAILABLE) == 0 && transactions.read(IN_USE) > 0;
    }

    @Override
    public void write(MetricText out) {
        gauge(out, "coppice_db_connections_in_use", "Database connections in use.", IN_USE);
        gauge(out, "coppice_db_connections_open", "Open database connections, in use or idle.", "ActiveCount");
        gauge(out, "coppice_db_connections_available", "Connections that requests can still get.", AVAILABLE);
        out.gauges("coppice_db_connections_waiting", "Threads that wait for a database connection.")
                .sample(PooledConnections.waitingThreads());
        counter(
                out,
                "coppice_db_connection_failures_total",
                "Attempts to get a connection that failed because all were in use for too long.",
                "BlockingFailureCount");
        counter(
                out,
                "coppice_db_connection_timeouts_total",
                "Connections that were closed because they were idle for too long.",
                "TimedOut");
        counter(out, "coppice_db_connections_created_total", "Connections that were opened.", "CreatedCount");
        var queues = sessionQueue.lengths();
        out.gauges("coppice_session_queue_waiting", "Writers that wait for their session on this node.")
                .sample(queues.waiting());
        out.gauges("coppice_session_queue_longest", "Writers that wait for the session with the longest queue.")
                .sample(queues.longest());
    }

    private static void gauge(MetricText out, String name, String help, String attribute) {
        out.gauges(name, help);
        samples(out, attribute);
    }

    private static void counter(MetricText out, String name, String help, String attribute) {
        out.counters(name, help);
        samples(out, attribute);
    }

    private static void samples(MetricText out, String attribute) {
        for (var pool : POOLS) {
            long value = pool.read(attribute);
            if (value >= 0) {
                out.sample(value, "pool", pool.label());
            }
        }
    }
}
