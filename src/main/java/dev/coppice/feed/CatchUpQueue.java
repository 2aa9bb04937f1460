package dev.coppice.feed;

import dev.coppice.background.ManagedExecutors;
import dev.coppice.eventlog.EventLog;
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
 * Brings readers that are behind to the end of the log, a piece each in turn: those who resume, and those who were too
 * slow. However many there are, they share a few threads and connections. Thread-safe; nobody who adds one waits.
 */
@ApplicationScoped
public class CatchUpQueue {
    private static final Logger LOG = Logger.getLogger(CatchUpQueue.class.getName());

    private static final int WORKERS = 2;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private EventLog log;

    @Inject
    private FeedLog feed;

    @Inject
    private LiveFeed tail;

    private final Queue<Subscriber> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore places = new Semaphore(WORKERS);
    private volatile boolean stopping;

    void add(Subscriber reader) {
        waiting.add(reader);
        hurry();
    }

    /** Sees to it that somebody works as long as somebody waits. */
    void hurry() {
        if (waiting.isEmpty() || stopping || !places.tryAcquire()) {
            return;
        }
        try {
            executor.execute(this::work);
        } catch (RejectedExecutionException e) {
            places.release();
            LOG.log(Level.FINE, "No thread is free; it is tried again", e);
        }
    }

    private void work() {
        try {
            for (var next = waiting.poll(); next != null && !stopping; next = waiting.poll()) {
                attempt(next);
            }
        } finally {
            places.release();
        }
        hurry();
    }

    /** What fails, for example because the database is away, is tried again when the reader is next looked after. */
    private void attempt(Subscriber reader) {
        try {
            if (!reader.isOver()) {
                step(reader);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "A reader of the feed could not be brought to the end of the log", e);
            reader.fallBehind();
        }
    }

    private void step(Subscriber reader) {
        // In this order: what has a position by then is found, and what was trimmed by then is noticed.
        long from = reader.position();
        long end = log.end();
        var interest = reader.findInterest();
        if (interest.isEmpty()) {
            // What is not there yet has nothing before the end.
            reader.reached(end);
            reader.fallBehind();
            return;
        }
        var piece = feed.behind(interest.get(), from, end);
        if (log.trimmed() > from) {
            reader.cut();
            return;
        }
        boolean taken = piece.events().stream().allMatch(reader::bring);
        if (taken) {
            reader.reached(piece.reached());
            if (piece.isFull() || !tail.join(reader)) {
                waiting.add(reader);
            }
        }
        reader.pump();
    }

    @PreDestroy
    void stop() {
        stopping = true;
    }
}
