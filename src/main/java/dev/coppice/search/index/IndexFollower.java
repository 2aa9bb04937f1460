package dev.coppice.search.index;

import dev.coppice.background.BackgroundTask;
import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.eventlog.EventLog;
import dev.coppice.eventlog.LogReader;
import dev.coppice.eventlog.LogState;
import dev.coppice.eventlog.LogWatch;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Applies the events of the log to the search index while the server runs. It works in iterations, only one at a time.
 * An iteration begins periodically, after a pause of {@code coppice.search.interval}; on an idle node it sends no
 * query. New events start an iteration at once if the last one began longer ago than this interval. A search that needs
 * current data starts an extra iteration. Requests that write events never wait for an iteration.
 */
@Singleton
@Startup
@Local(LogReader.class)
@LocalBean
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class IndexFollower implements LogReader {
    private static final Logger LOG = Logger.getLogger(IndexFollower.class.getName());

    /** Maximum number of events that are applied by one Lucene commit, so that a commit takes a limited time. */
    private static final int BATCH = 500;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private EventLog log;

    @Inject
    private LogWatch watch;

    @Inject
    private Index index;

    @Inject
    private IndexSettings settings;

    /**
     * Lock that is held during an iteration. It is fair: a waiting search gets its iteration between two steps of a
     * rebuild.
     */
    private final ReentrantLock iterations = new ReentrantLock(true);

    /**
     * Result of the next extra iteration, for which searches wait: true if all events were applied that were committed
     * before it began. A search that needs an iteration sets this field; the iteration sets it to null when it begins.
     */
    private final AtomicReference<CompletableFuture<Boolean>> requested = new AtomicReference<>();

    /** Future for which searches wait during a rebuild. Completed and replaced when the index is complete. */
    private final AtomicReference<CompletableFuture<Void>> complete = new AtomicReference<>(new CompletableFuture<>());

    /** True from the call of {@link #readNewEvents} that starts an iteration until that iteration begins. */
    private final AtomicBoolean woken = new AtomicBoolean();

    /** Value of {@code System.nanoTime()} when the last iteration began. */
    private volatile long lastBegin;

    private volatile boolean stopping;
    private BackgroundTask task;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        task = background.repeated("search-index");
        lastBegin = System.nanoTime() - settings.interval().toNanos();
        running = task.periodic(this::followPeriodically).nowAndEvery(settings.interval(), executor);
    }

    @Override
    public long position() {
        return index.position();
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    /** Never true during an iteration: more of them would occupy all threads, until none is left for event streams. */
    @Override
    public BooleanSupplier waiting() {
        return () -> !iterations.isLocked()
                && System.nanoTime() - lastBegin >= settings.interval().toNanos();
    }

    /** Starts an iteration on another thread if the index lacks events and the follower is {@link #waiting}. */
    @Override
    public void readNewEvents(LogState state) {
        if (state.lastPosition() != index.position() && waiting().getAsBoolean() && woken.compareAndSet(false, true)) {
            try {
                task.execute(executor, this::follow);
            } catch (RejectedExecutionException e) {
                woken.set(false); // the next periodic iteration applies the events
            }
        }
    }

    /**
     * Runs a periodic iteration if the last one began at least half an interval ago. So Lucene commits about once per
     * interval while messages are appended.
     */
    private void followPeriodically() {
        if (System.nanoTime() - lastBegin >= settings.interval().toNanos() / 2) {
            follow();
        }
    }

    /** Repeats an iteration and one step of a task, such as a rebuild, until no task is left. Records a failure. */
    private void follow() {
        woken.set(false);
        boolean more = true;
        while (more && !stopping) {
            iterations.lock();
            try {
                iterate();
                more = !stopping && index.step();
                if (index.isComplete()) { // wakes the searches that wait for the end of a rebuild
                    complete.getAndSet(new CompletableFuture<>()).complete(null);
                }
            } catch (RuntimeException | Error e) {
                markFailed(e);
                throw e;
            } finally {
                iterations.unlock();
            }
        }
    }

    private void markFailed(Throwable cause) {
        index.failed(cause);
        try {
            index.late(log.lastPosition(), log.oldestAfter(index.position()));
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Waits until a search finds everything that any node committed before the call. Starts an extra iteration instead
     * of waiting for the next regular one; searches at the same time share it. The iteration runs on another thread,
     * because the search's own transaction may hold locks and may not see newer events. If the index is being rebuilt,
     * or trees are being indexed again, also waits until that is done.
     *
     * @param atMost maximum time to wait
     * @return false if a search may miss something: the time is over, the thread was interrupted or an iteration failed
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean catchUp(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        try {
            return extraIteration().get(atMost.toNanos(), TimeUnit.NANOSECONDS) && awaitComplete(deadline);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.log(Level.FINE, "Search index has not caught up in time", e);
        }
        return false;
    }

    /**
     * Returns the result of the next extra iteration. If another search has already requested it, shares its result;
     * otherwise requests it.
     */
    private CompletableFuture<Boolean> extraIteration() {
        var own = new CompletableFuture<Boolean>();
        var others = requested.compareAndExchange(null, own);
        if (others != null) {
            return others;
        }
        task.execute(executor, this::iterateNow);
        return own;
    }

    /**
     * Waits until no rebuild is running and no tree must be indexed again, and returns true. Throws a TimeoutException
     * at the deadline, a value of {@code System.nanoTime()}.
     */
    private boolean awaitComplete(long deadline) throws InterruptedException, ExecutionException, TimeoutException {
        var completed = complete.get();
        if (!index.isComplete()) {
            completed.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        return true;
    }

    /** Runs the extra iteration for which searches wait, unless another iteration has begun for them meanwhile. */
    private void iterateNow() {
        iterations.lock();
        try {
            if (requested.get() != null && !stopping) {
                iterate();
            }
        } finally {
            iterations.unlock();
        }
    }

    /**
     * Runs one iteration. If searches wait, or a verification needs it, assigns positions to events that have none yet,
     * and applies all events that were committed before the call. Wakes the searches as soon as these are applied, then
     * applies newer events. Otherwise the iteration may leave out events that the {@link LogWatch} has not seen yet.
     */
    private void iterate() {
        lastBegin = System.nanoTime();
        var waiting = requested.getAndSet(null);
        boolean applied = false;
        try {
            var state = waiting == null && !index.comparesAgain()
                    ? watch.recent(settings.interval().multipliedBy(2), index.position())
                    : watch.look();
            applied = applyAll(state, waiting);
        } finally {
            if (waiting != null) {
                waiting.complete(applied);
            }
        }
    }

    /**
     * Applies the events up to the last position of the given state; if it applies any, also newer ones.
     *
     * @param state state of the log, perhaps an earlier one; waiting searches need events up to its last position
     * @param waiting completed as soon as the events up to that position are applied; null if no search waits
     * @return false if this node stops
     */
    private boolean applyAll(LogState state, CompletableFuture<Boolean> waiting) {
        long target = state.lastPosition();
        boolean more = true;
        for (var current = state; more && !stopping; current = more ? log.state() : current) {
            more = applyBatch(index.open(current.trimmedUpTo(), current.lastPosition()), current);
            if (waiting != null && index.position() >= target) {
                waiting.complete(true);
            }
        }
        return !stopping;
    }

    /**
     * Applies at most {@link #BATCH} events: those after {@code position}, the position of the last applied event. Runs
     * no query if there are none. Returns true if there may be more events.
     */
    private boolean applyBatch(long position, LogState state) {
        if (position == state.lastPosition()) {
            index.follow(List.of());
            return false;
        }
        var events = log.after(position, BATCH);
        // If the log was trimmed in between, events may be missing. The next call of open then starts a rebuild.
        if (log.trimmedUpTo() > position) {
            return true;
        }
        index.follow(events);
        return events.size() == BATCH;
    }

    @PreDestroy
    void stop() {
        stopping = true;
        running.cancel(false);
    }
}
