package dev.coppice.feed;

import dev.coppice.background.BackgroundTask;
import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.eventlog.EventLog;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Queue of subscribers that must get older events from the log before they receive new ones. A subscriber needs older
 * events if it resumes after an older event, or if it was too slow. A few threads of this node ({@link #WORKERS}) read
 * the log for all of them, one chunk of events for each subscriber in turn. A subscriber that has reached the end of
 * the log leaves the queue and joins the {@link LiveFeed}. Thread-safe.
 */
@ApplicationScoped
public class CatchUpQueue {
    private static final Logger LOG = Logger.getLogger(CatchUpQueue.class.getName());

    /**
     * Maximum number of threads that read the event log for subscribers. With two, one slow query does not hold up all
     * subscribers, and many clients that resume at the same time still use only two database connections.
     */
    private static final int WORKERS = 2;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private EventLog log;

    @Inject
    private FeedLog feed;

    @Inject
    private LiveFeed liveFeed;

    private final Queue<Subscriber> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore freeWorkers = new Semaphore(WORKERS);
    private BackgroundTask task;
    private volatile boolean stopping;

    @PostConstruct
    void start() {
        task = background.jobs("stream-catch-up");
    }

    /**
     * Queues a subscriber that must get older events from the log, and starts to read them on another thread. Returns
     * immediately.
     */
    void add(Subscriber subscriber) {
        waiting.add(subscriber);
        startWorker();
    }

    /**
     * Starts a thread that reads the log for the waiting subscribers. Does nothing if no subscriber waits, if
     * {@link #WORKERS} such threads run already, or if this node stops.
     */
    void startWorker() {
        if (waiting.isEmpty() || stopping || !freeWorkers.tryAcquire()) {
            return;
        }
        try {
            task.execute(executor, this::work);
        } catch (RejectedExecutionException e) {
            freeWorkers.release();
            LOG.log(Level.FINE, "No thread is free to read the event log; it is tried again", e);
        }
    }

    private void work() {
        try {
            for (var next = waiting.poll(); next != null && !stopping; next = waiting.poll()) {
                tryStep(next);
            }
        } finally {
            freeWorkers.release();
        }
        startWorker();
    }

    /**
     * Reads one chunk of older events for a subscriber, buffers the events, and sends as much as the connection
     * accepts. If this fails, for example because the database is unreachable, the subscriber leaves the queue.
     * {@link OpenStreams} queues it again within about a second.
     */
    private void tryStep(Subscriber subscriber) {
        if (!subscriber.isOver() && !task.attempt(() -> step(subscriber))) {
            subscriber.fallBehind();
        }
    }

    private void step(Subscriber subscriber) {
        // The last position is read before the events, so that no event up to it is missed. The trim position is read
        // after the events, so that events which were trimmed before they were read are noticed.
        long from = subscriber.position();
        long last = log.lastPosition();
        var topic = subscriber.findTopic();
        if (topic.isEmpty()) {
            // The namespace does not exist yet, so it has no events up to the last position of the log.
            subscriber.advanceTo(last);
            subscriber.fallBehind();
            return;
        }
        var chunk = feed.after(topic.get(), from, last);
        if (log.trimmedUpTo() > from) {
            subscriber.close();
            return;
        }
        offer(subscriber, chunk);
        subscriber.pump();
    }

    private void offer(Subscriber subscriber, FeedLog.Chunk chunk) {
        if (chunk.events().stream().allMatch(subscriber::offerPast)) {
            subscriber.advanceTo(chunk.completeUpTo());
            if (chunk.isFull() || !liveFeed.join(subscriber)) {
                waiting.add(subscriber);
            }
        }
    }

    @PreDestroy
    void stop() {
        stopping = true;
    }
}
