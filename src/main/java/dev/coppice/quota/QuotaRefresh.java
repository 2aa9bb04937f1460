package dev.coppice.quota;

import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.util.concurrent.ScheduledFuture;

/**
 * Periodically adds what this node has counted in {@link Quotas} to the database, and reads the totals of all nodes.
 * The pause between two iterations is {@code coppice.quota.refresh}.
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class QuotaRefresh {
    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private Quotas quotas;

    @Inject
    private QuotaSettings settings;

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        running = background.periodic("quotas", quotas::exchangeAll).every(settings.refresh(), executor);
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
