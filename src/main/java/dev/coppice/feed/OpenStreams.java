package dev.coppice.feed;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Credentials;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.PeriodicTask;
import dev.coppice.compaction.CompactionStateChanged;
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
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The streams that are open on this node. Looked after each second: signs of life for the quiet, an end for those that
 * nobody takes from, and for those whose token has been revoked. Thread-safe.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class OpenStreams {
    private static final long CARE_MILLIS = 1000;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService executor;

    @Inject
    private LiveFeed tail;

    @Inject
    private CatchUpQueue catchUpQueue;

    @Inject
    private Credentials credentials;

    @Inject
    private Settings settings;

    private final Set<Subscriber> open = ConcurrentHashMap.newKeySet();
    private final List<ScheduledFuture<?>> running = new ArrayList<>();
    private volatile boolean stopping;

    @PostConstruct
    void start() {
        every(new PeriodicTask("Looking after the streams of events", this::care));
        every(new PeriodicTask("Asking whom the streams of events belong to, and how their sessions are", this::check));
    }

    private void every(PeriodicTask turn) {
        running.add(executor.scheduleWithFixedDelay(turn, CARE_MILLIS, CARE_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** 503 {@code busy} when as many streams are open as there may be. Two at once may both still find room. */
    public void checkRoom(String tenant) {
        var feed = settings.feed();
        long own = open.stream()
                .filter(reader -> reader.tenant().equals(tenant) && !reader.isOver())
                .count();
        if (stopping || open.size() >= feed.maxStreams() || own >= feed.maxTenantStreams()) {
            throw new Problem(Code.STREAMS_FULL, "Too many streams of events are open; try again later.");
        }
    }

    /** Takes on a reader: what is behind its position follows, and what happens from now on. */
    public void add(Subscriber reader) {
        open.add(reader);
        reader.pump();
        if (stopping) {
            reader.hangUp();
        }
    }

    private void care() {
        long beat = settings.feed().heartbeat().toNanos();
        long stall = settings.feed().stall().toNanos();
        for (var reader : open) {
            reader.beat(beat);
            reader.pump();
            if (reader.isStalled(stall)) {
                reader.cut();
            }
            if (reader.isOver()) {
                open.remove(reader);
                tail.leave(reader);
            }
        }
        catchUpQueue.hurry();
    }

    private void check() {
        if (!open.isEmpty()) {
            var byToken = open.stream().collect(Collectors.groupingBy(Subscriber::token));
            byToken.keySet().removeAll(credentials.valid(byToken.keySet()));
            byToken.values().forEach(readers -> readers.forEach(Subscriber::cut));
            tail.tell(open);
        }
    }

    /** Those who read the session on this node hear of it at once; those of other nodes when they are looked after. */
    public void compacting(@Observes(during = TransactionPhase.AFTER_SUCCESS) CompactionStateChanged moved) {
        tail.tell(tail.of(moved.session()));
    }

    /** Streams hold up nobody who stops the server: their clients resume on another node, or when this one is back. */
    @PreDestroy
    void stop() {
        stopping = true;
        running.forEach(turn -> turn.cancel(false));
        open.forEach(Subscriber::hangUp);
    }
}
