package dev.coppice.eventlog;

import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.session.ChangesCommitted;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Causes an additional iteration of the {@link Sequencer} after a commit on this node, while a log reader waits for
 * events. A class of its own and no EJB, because each commit calls it, and the call of an EJB would take most of its
 * time. Thread-safe.
 */
@ApplicationScoped
public class CommitTrigger {
    /**
     * Delay between a commit and the additional iteration that it causes. Commits during the delay share this
     * iteration. So even a node with many commits has only a few dozen iterations per second.
     */
    private static final Duration PAUSE = Duration.ofMillis(20);

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    private final AtomicBoolean scheduled = new AtomicBoolean();

    private volatile Iterations iterations;

    /** The iterations of the sequencer, and for each reader that they call, whether it waits for events. */
    private record Iterations(PeriodicTask task, List<BooleanSupplier> waiting) {
        boolean isAwaited() {
            for (var reader : waiting) {
                if (reader.getAsBoolean()) {
                    return true;
                }
            }
            return false;
        }
    }

    /** From now on, commits cause additional iterations of {@code task}, which calls {@code readers}. */
    void start(PeriodicTask task, List<LogReader> readers) {
        iterations =
                new Iterations(task, readers.stream().map(LogReader::waiting).toList());
    }

    /** Records that an iteration begins: a commit from now on needs another one. */
    void iterationBegins() {
        scheduled.set(false);
    }

    /**
     * Schedules an additional iteration if the committed changes have rows in the log and a log reader of this node
     * waits for events. Runs on the thread of the request, before the other observers of {@link ChangesCommitted}
     * except {@link LogWatch}.
     */
    void committed(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) ChangesCommitted committed) {
        var current = iterations;
        if (current != null
                && LogWatch.isInLog(committed)
                && current.isAwaited()
                && scheduled.compareAndSet(false, true)) {
            try {
                current.task().onceAfter(PAUSE, executor);
            } catch (RejectedExecutionException e) {
                scheduled.set(false); // the next periodic iteration reads the events
            }
        }
    }
}
