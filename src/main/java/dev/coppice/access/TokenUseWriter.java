package dev.coppice.access;

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
 * Periodically stores in the database when bearer tokens were last used, with a pause of
 * {@code coppice.tokens.use-interval}. Sends at most two updates for each token that was used since the last write. If
 * a write fails, the next one includes its times. Writes once more when the server stops. Thread-safe.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class TokenUseWriter {
    /** Time for the write when the server stops; a database that works needs a few milliseconds. */
    private static final Duration LAST_WRITE = Duration.ofSeconds(1);

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private TokenUses uses;

    @Inject
    private Credentials credentials;

    @Inject
    private AccessSettings settings;

    private PeriodicTask writes;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        writes = background.periodic("token-uses", this::write);
        running = writes.every(settings.useInterval(), executor);
    }

    /** Stores the last uses before the server stops; the uses by requests that are still running may be missing. */
    public void stopping(@Observes ServerStopping event) {
        writes.onceWithin(LAST_WRITE, executor);
    }

    private void write() {
        var unwritten = uses.unwritten();
        if (!unwritten.isEmpty()) {
            // In the order of their numbers, so that two nodes that update the same rows do not deadlock.
            credentials.used(unwritten);
            uses.written(unwritten);
        }
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
