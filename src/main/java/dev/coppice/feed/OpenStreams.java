package dev.coppice.feed;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.TokenCache;
import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.ServerResumed;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Keeps the event streams that are open on this node. Checks them once a second: sends a comment on a stream that has
 * had no event for a while, sends the status of a followed session if the status has changed, and closes the streams of
 * clients that accept no data or whose bearer token is not valid any more. Thread-safe.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class OpenStreams {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /**
     * Time in which clients must accept the last data of their streams when the server stops. A client that works needs
     * a few milliseconds; the server should not wait longer for the others.
     */
    private static final Duration LAST_FRAMES = Duration.ofSeconds(2);

    private static final Duration CHECK = Duration.ofMillis(20);

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private BackgroundTasks background;

    @Inject
    private LiveFeed liveFeed;

    @Inject
    private CatchUpQueue catchUpQueue;

    @Inject
    private TokenCache tokens;

    @Inject
    private FeedSettings settings;

    private final Set<Subscriber> open = ConcurrentHashMap.newKeySet();
    private final List<ScheduledFuture<?>> running = new ArrayList<>();
    private volatile boolean stopping;

    @PostConstruct
    void start() {
        every("stream-connections", this::checkConnections);
        every("stream-tokens", this::checkTokensAndStatus);
    }

    private void every(String name, Runnable check) {
        running.add(background.periodic(name, check).every(PAUSE, executor));
    }

    /**
     * Checks whether another stream may be opened. Throws 503 {@code busy} if the node or the tenant already has the
     * maximum number of open streams, or if the node is stopping. Several requests that check at the same time may
     * exceed the limits slightly.
     *
     * @param tenant name of the tenant of the request
     */
    public void checkRoom(String tenant) {
        long own = open.stream()
                .filter(subscriber -> subscriber.tenant().equals(tenant) && !subscriber.isOver())
                .count();
        if (stopping || open.size() >= settings.maxStreams() || own >= settings.maxTenantStreams()) {
            throw new Problem(Code.STREAMS_FULL, "Too many event streams are open. Close some, or retry later.");
        }
    }

    /** Returns the subscribers whose streams are open, as a copy. Some of these streams may just have ended. */
    public Set<Subscriber> all() {
        return Set.copyOf(open);
    }

    /**
     * Adds a subscriber whose connection is open, and starts to send the events after the subscriber's position to it.
     */
    public void add(Subscriber subscriber) {
        open.add(subscriber);
        subscriber.pump();
        if (stopping) {
            subscriber.finish();
        }
    }

    private void checkConnections() {
        long heartbeat = settings.heartbeat().toNanos();
        long stall = settings.stall().toNanos();
        for (var subscriber : open) {
            subscriber.heartbeat(heartbeat);
            subscriber.pump();
            if (subscriber.isStalled(stall)) {
                subscriber.close();
            }
            if (subscriber.isOver()) {
                open.remove(subscriber);
                liveFeed.leave(subscriber);
            }
        }
        catchUpQueue.startWorker();
    }

    private void checkTokensAndStatus() {
        if (!open.isEmpty()) {
            var byToken = open.stream().collect(Collectors.groupingBy(Subscriber::token));
            byToken.keySet().removeAll(tokens.valid(byToken.keySet()));
            byToken.values().forEach(subscribers -> subscribers.forEach(Subscriber::close));
            liveFeed.sendStatus(open);
        }
    }

    /**
     * Ends all streams, and refuses new ones with 503 {@code busy}. Each client first gets its buffered events, and the
     * id with which it can resume on another node. Aborts the connections of clients that have not accepted this data
     * within {@link #LAST_FRAMES}.
     */
    public void end(@Observes ServerStopping event) {
        stopping = true;
        open.forEach(Subscriber::finish);
        long end = System.nanoTime() + LAST_FRAMES.toNanos();
        while (!open.stream().allMatch(Subscriber::isOver) && System.nanoTime() < end) {
            LockSupport.parkNanos(CHECK.toNanos());
        }
        open.forEach(Subscriber::abort);
    }

    /** Accepts event streams again. Ended streams stay ended. */
    public void resume(@Observes ServerResumed event) {
        stopping = false;
    }

    /**
     * Aborts the connections that are still open, so that they do not delay the shutdown. Connections are still open if
     * {@link #end} was not called before the application is removed. The clients can resume on another node.
     */
    @PreDestroy
    void stop() {
        stopping = true;
        running.forEach(task -> task.cancel(false));
        open.forEach(Subscriber::abort);
    }
}
