package dev.coppice.eventlog;

import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.session.ChangesCommitted;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Periodic task that assigns positions to committed events and then lets the log readers of this node process them. The
 * pause between two iterations is {@code coppice.events.interval}. If there are no new events, an iteration needs one
 * query for all readers. While a log reader waits for events, a commit on this node causes an additional iteration 20
 * milliseconds later. Thread-safe.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Sequencer {
    /**
     * Delay between a commit and the additional iteration that it causes. Commits during the delay share this
     * iteration. So even a node with many commits has only a few dozen iterations per second.
     */
    private static final Duration PAUSE = Duration.ofMillis(20);

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private LogWatch watch;

    @Inject
    private Instance<LogReader> logReaders;

    @Inject
    private EventLogSettings settings;

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private List<LogReader> readers;
    private PeriodicTask task;
    private ScheduledFuture<?> running;

    @PostConstruct
    void start() {
        readers = logReaders.stream().toList();
        task = background.periodic("event-positions", this::assignPositions);
        running = task.every(settings.interval(), executor);
    }

    private void assignPositions() {
        scheduled.set(false);
        var state = watch.look();
        readers.forEach(reader -> reader.readNewEvents(state));
    }

    /**
     * Schedules an additional iteration if the committed changes have rows in the log and a log reader of this node
     * waits for events. Runs on the thread of the request, before the other observers of {@link ChangesCommitted}
     * except {@link LogWatch}.
     */
    public void committed(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) ChangesCommitted committed) {
        if (LogWatch.isInLog(committed)
                && readers.stream().anyMatch(LogReader::isWaiting)
                && scheduled.compareAndSet(false, true)) {
            try {
                task.onceAfter(PAUSE, executor);
            } catch (RejectedExecutionException e) {
                scheduled.set(false); // the next periodic iteration reads the events
            }
        }
    }

    @PreDestroy
    void stop() {
        running.cancel(false);
    }
}
