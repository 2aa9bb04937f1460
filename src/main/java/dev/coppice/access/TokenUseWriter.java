package dev.coppice.access;

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
 * Periodically stores in the database when bearer tokens were last used, with a pause of
 * {@code coppice.tokens.use-interval}. Sends one update for each token that was used since the last write. If a write
 * fails, the next one includes its times.
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class TokenUseWriter {
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

    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        running = background.periodic("token-uses", this::write).every(settings.useInterval(), executor);
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
