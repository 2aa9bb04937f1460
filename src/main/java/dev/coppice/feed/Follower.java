package dev.coppice.feed;

import dev.coppice.Settings;
import dev.coppice.search.Index;
import dev.coppice.web.Turn;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Leads the search index along the event log, as long as the server runs. Writers know nothing of it. */
@Singleton
@Startup
public class Follower {
    /** Events that the index takes in at once: so many documents are one commit. */
    private static final int BATCH = 500;

    @Resource
    private ManagedScheduledExecutorService executor;

    @Inject
    private EventLog log;

    @Inject
    private Index index;

    @Inject
    private Settings settings;

    private volatile boolean stopping;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        var turn = new Turn("Following the event log into the search index", this::follow);
        long millis = settings.searchInterval().toMillis();
        running = executor.scheduleWithFixedDelay(turn, 0, millis, TimeUnit.MILLISECONDS);
    }

    private void follow() {
        try {
            do {
                catchUp();
            } while (!stopping && index.work());
        } catch (RuntimeException e) {
            index.failed(e, log.end(), log.oldestBehind(index.position()));
            throw e;
        }
    }

    /** Takes in all that was committed before: what has no position yet gets it now. */
    private void catchUp() {
        while (log.sequence()) {
            // as long as there is more
        }
        long position = index.open(log.end());
        for (boolean more = true; more && !stopping; ) {
            var changes = log.behind(position, BATCH);
            index.take(changes);
            position = index.position();
            more = changes.size() == BATCH;
        }
    }

    @PreDestroy
    void stop() {
        stopping = true;
        running.cancel(false);
    }
}
