package dev.coppice.quota;

import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.background.ServerStopping;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;

/**
 * Periodically adds what this node has counted in {@link Quotas} to the database, and reads the totals of all nodes.
 * The pause between two iterations is {@code coppice.quota.refresh}. Does so once more when the server stops.
 * Thread-safe.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class QuotaRefresh {
    /** Time for the exchange when the server stops; a database that works needs a few milliseconds. */
    private static final Duration LAST_EXCHANGE = Duration.ofSeconds(1);

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private Quotas quotas;

    @Inject
    private QuotaSettings settings;

    private PeriodicTask exchanges;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        exchanges = background.periodic("quotas", quotas::exchangeAll);
        running = exchanges.every(settings.refresh(), executor);
    }

    /** Stores the counts before the server stops; those of requests that are still running may be missing. */
    public void stopping(@Observes ServerStopping event) {
        exchanges.onceWithin(LAST_EXCHANGE, executor);
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
