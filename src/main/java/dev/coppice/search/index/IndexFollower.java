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
 * Leads the search index along the event log, as long as the server runs: in turns, one after the other, a few a second,
 * and another one when somebody cannot wait for the next. Writers know nothing of it.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class IndexFollower {
    private static final Logger LOG = Logger.getLogger(IndexFollower.class.getName());

    /** Events that the index takes in at once: so many documents are one commit. */
    private static final int BATCH = 500;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private EventLog log;

    @Inject
    private Index index;

    @Inject
    private IndexSettings settings;

    /** Held for a turn. Fair, so that whoever searches has one between the many turns of a rebuild. */
    private final ReentrantLock turns = new ReentrantLock(true);

    /** The next turn, as long as it has not begun, when somebody waits for it; else null. */
    private final AtomicReference<CompletableFuture<Void>> wanted = new AtomicReference<>();

    private volatile boolean stopping;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        var turn = new PeriodicTask("Following the event log into the search index", this::follow);
        long millis = settings.interval().toMillis();
        running = executor.scheduleWithFixedDelay(turn, 0, millis, TimeUnit.MILLISECONDS);
    }

    private void follow() {
        boolean more = true;
        while (more && !stopping) {
            turns.lock();
            try {
                turn();
                more = !stopping && index.work();
            } catch (RuntimeException e) {
                index.failed(e, log.lastPosition(), log.oldestAfter(index.position()));
                throw e;
            } finally {
                turns.unlock();
            }
        }
    }

    /**
     * Waits for a turn that begins now. It runs on another thread: the caller may be in a transaction, which may be older
     * than what is to be found, and may hold locks. A failure is no matter here: the search finds what is there, and the
     * timer's next turn fails alike and tells it.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void catchUp(@Observes IndexCatchUp notice) {
        var fresh = new CompletableFuture<Void>();
        var others = wanted.compareAndExchange(null, fresh);
        try {
            if (others == null) {
                executor.execute(this::hurry);
            }
            (others == null ? fresh : others).get(notice.atMost().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.log(Level.FINE, "The search index has not taken in what was written just now", e);
        }
    }

    private void hurry() {
        turns.lock();
        try {
            if (wanted.get() != null && !stopping) {
                turn();
            }
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "A turn of the search index has failed, and is tried again by the timer", e);
        } finally {
            turns.unlock();
        }
    }

    /** Takes in all that was committed before: what has no position yet gets it now. For all that wait for a turn. */
    private void turn() {
        var waiting = wanted.getAndSet(null);
        try {
            while (log.assignPositions()) {
                // as long as there is more
            }
            for (boolean more = true; more && !stopping; ) {
                long position = index.open(log.trimmedUpTo(), log.lastPosition());
                var changes = log.after(position, BATCH);
                // What was trimmed meanwhile may be missing; then the index is built anew.
                if (log.trimmedUpTo() <= position) {
                    index.take(changes);
                    more = changes.size() == BATCH;
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
