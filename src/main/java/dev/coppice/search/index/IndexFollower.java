package dev.coppice.search.index;

import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.eventlog.EventLog;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Applies the event log to the search index while the server runs. It runs a few times a second, never twice at once. A
 * search that needs current data starts an extra iteration. Writers do not wait for it.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class IndexFollower {
    private static final Logger LOG = Logger.getLogger(IndexFollower.class.getName());

    /** Maximum number of events applied by one Lucene commit. */
    private static final int BATCH = 500;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private EventLog log;

    @Inject
    private Index index;

    @Inject
    private IndexSettings settings;

    /**
     * Held during an iteration. The lock is fair, so that a waiting search gets an iteration between two steps of a
     * rebuild.
     */
    private final ReentrantLock iterations = new ReentrantLock(true);

    /**
     * Completed at the end of the extra iteration that searches wait for. Null if no search waits, or if that iteration
     * has already started.
     */
    private final AtomicReference<CompletableFuture<Void>> requested = new AtomicReference<>();

    private volatile boolean stopping;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        var task = new PeriodicTask("Following the event log into the search index", this::follow);
        long millis = settings.interval().toMillis();
        running = executor.scheduleWithFixedDelay(task, 0, millis, TimeUnit.MILLISECONDS);
    }

    private void follow() {
        boolean more = true;
        while (more && !stopping) {
            iterations.lock();
            try {
                iterate();
                more = !stopping && index.step();
            } catch (RuntimeException e) {
                index.failed(e, log.lastPosition(), log.oldestAfter(index.position()));
                throw e;
            } finally {
                iterations.unlock();
            }
        }
    }

    /**
     * Starts an extra iteration and waits for it; concurrent searches share one. The iteration runs on another thread,
     * because the caller's transaction may be older than the events to apply and may hold locks. Failures are ignored:
     * the search uses the index as it is, and the next iteration of the timer logs the failure if it occurs again.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void catchUp(@Observes IndexCatchUp notice) {
        var own = new CompletableFuture<Void>();
        var others = requested.compareAndExchange(null, own);
        try {
            if (others == null) {
                executor.execute(this::iterateNow);
            }
            (others == null ? own : others).get(notice.atMost().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.log(Level.FINE, "Search index has not caught up in time", e);
        }
    }

    private void iterateNow() {
        iterations.lock();
        try {
            if (requested.get() != null && !stopping) {
                iterate();
            }
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "Search index could not catch up; the timer retries", e);
        } finally {
            iterations.unlock();
        }
    }

    /**
     * Applies all events committed before the call. Events without a position get one first. Then wakes the waiting
     * searches.
     */
    private void iterate() {
        var waiting = requested.getAndSet(null);
        try {
            while (log.assignPositions()) {
                // one batch per transaction
            }
            for (boolean more = true; more && !stopping; ) {
                long position = index.open(log.trimmedUpTo(), log.lastPosition());
                var events = log.after(position, BATCH);
                // If the log was trimmed in between, events may be missing. The next call of open then starts a
                // rebuild.
                if (log.trimmedUpTo() <= position) {
                    index.follow(events);
                    more = events.size() == BATCH;
                }
            }
        } finally {
            if (waiting != null) {
                waiting.complete(null);
            }
        }
    }

    @PreDestroy
    void stop() {
        stopping = true;
        running.cancel(false);
    }
}
