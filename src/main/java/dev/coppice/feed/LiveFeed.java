package dev.coppice.feed;

import dev.coppice.compaction.CompactionStateChanged;
import dev.coppice.db.ServerTransactions;
import dev.coppice.eventlog.EventLog;
import dev.coppice.eventlog.LogReader;
import dev.coppice.eventlog.LogState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Reads each new event of the log once for this node, and buffers it for all live subscribers that follow it. A
 * subscriber is live if it has reached the end of the log. If its buffer becomes full, it stops being live, so that it
 * does not delay the others; {@link CatchUpQueue} then reads the log for it. No method waits for a client. Thread-safe,
 * but {@link #readNewEvents} must be called by one thread at a time. The lock of this object is not held while the
 * database is read.
 */
@ApplicationScoped
public class LiveFeed implements LogReader {
    private static final Logger LOG = Logger.getLogger(LiveFeed.class.getName());

    @Inject
    private EventLog log;

    @Inject
    private FeedLog feed;

    @Inject
    private StatusPublisher statusPublisher;

    /** The live subscribers, by their topic (the session, namespace or tenant that they follow). */
    private final Map<Topic, Set<Subscriber>> live = new HashMap<>();
    /** Position in the log, inclusive, up to which this class has buffered all events for the live subscribers. */
    private long deliveredUpTo;

    @Override
    public BooleanSupplier waiting() {
        return this::isWaiting;
    }

    /** True if any subscriber is live, that is, waits for new events. */
    private synchronized boolean isWaiting() {
        return !live.isEmpty();
    }

    /**
     * Returns the position in the log, inclusive, up to which all events were buffered for the live subscribers;
     * {@link Long#MAX_VALUE} if there are no live subscribers.
     */
    @Override
    public synchronized long position() {
        return live.isEmpty() ? Long.MAX_VALUE : deliveredUpTo;
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    /**
     * Makes a subscriber live, so that it gets new events from this class, and returns true. Returns false if this
     * class has already buffered events after the subscriber's position for other subscribers; the subscriber must then
     * get these events from the log first. If the subscriber's stream has ended, does nothing and returns true.
     *
     * @param subscriber a subscriber whose {@link Subscriber#topic} is known
     */
    synchronized boolean join(Subscriber subscriber) {
        if (subscriber.isOver()) {
            return true;
        }
        if (live.isEmpty()) {
            deliveredUpTo = subscriber.position();
        }
        if (subscriber.position() < deliveredUpTo) {
            return false;
        }
        subscriber.goLive();
        subscriber.topic().ifPresent(topic -> live.computeIfAbsent(topic, key -> new HashSet<>())
                .add(subscriber));
        return true;
    }

    /** Ends the delivery of new events to a subscriber. Does nothing if the subscriber is not live. */
    synchronized void leave(Subscriber subscriber) {
        subscriber
                .topic()
                .ifPresent(topic -> live.computeIfPresent(topic, (key, subscribers) -> {
                    subscribers.remove(subscriber);
                    return subscribers.isEmpty() ? null : subscribers;
                }));
    }

    /**
     * Returns the live subscribers that follow this session itself, not its namespace or tenant. Empty if there are
     * none.
     *
     * @param session database id of the session
     */
    synchronized List<Subscriber> subscribersOf(long session) {
        return List.copyOf(live.getOrDefault(Topic.session(session), Set.of()));
    }

    /**
     * Buffers, for the live subscribers, all events of the log that have got a position since the last call. Then sends
     * as much as the connections accept without blocking. If events were trimmed (removed from the log because of their
     * age) before this node has read them, closes all live streams, because these would have a gap.
     */
    @Override
    public void readNewEvents(LogState state) {
        for (boolean more = isWaiting() && deliveredUpTo() < state.lastPosition(); more; ) {
            long from = deliveredUpTo();
            var events = feed.after(from);
            more = events.size() == FeedLog.CHUNK;
            if (events.isEmpty()) {
                return;
            }
            if (log.trimmedUpTo() > from) {
                LOG.log(Level.WARNING, "The log was trimmed before this node had read it; its streams are closed");
                removeAll().forEach(Subscriber::close);
                return;
            }
            var receivers = distribute(from, events);
            receivers.forEach(Subscriber::pump);
            sendStatus(receivers);
        }
    }

    /**
     * Sends to each of these subscribers the current status of the session that it follows, if the status has changed
     * since it was last sent. Ignores subscribers that follow a namespace or a tenant.
     */
    void sendStatus(Collection<Subscriber> subscribers) {
        var ofSessions = subscribers.stream()
                .filter(subscriber ->
                        subscriber.topic().filter(Topic::isSession).isPresent())
                .toList();
        if (!ofSessions.isEmpty()) {
            statusPublisher.enqueue(ofSessions);
            ofSessions.forEach(Subscriber::pump);
        }
    }

    private synchronized long deliveredUpTo() {
        return deliveredUpTo;
    }

    /**
     * Buffers events for the live subscribers that follow them. Returns the subscribers that follow at least one of the
     * events, including those that are not live any more because their buffer is full. Does nothing and returns an
     * empty set if another thread has changed {@code deliveredUpTo} since the events were read.
     *
     * @param from value of {@code deliveredUpTo} when the events were read; they follow this position
     * @param events the events in the order of their positions, at least one
     */
    private synchronized Set<Subscriber> distribute(long from, List<LoggedEvent> events) {
        var receivers = new LinkedHashSet<Subscriber>();
        if (deliveredUpTo != from) {
            return receivers; // meanwhile the last subscriber has left, and a new one has started at another position
        }
        for (var event : events) {
            for (var topic : Topic.of(event)) {
                for (var subscriber : live.getOrDefault(topic, Set.of())) {
                    subscriber.offerLive(event);
                    receivers.add(subscriber);
                }
            }
        }
        deliveredUpTo = events.get(events.size() - 1).position();
        receivers.stream().filter(subscriber -> !subscriber.isLive()).forEach(this::leave);
        return receivers;
    }

    private synchronized Collection<Subscriber> removeAll() {
        var all = new ArrayList<Subscriber>();
        live.values().forEach(all::addAll);
        live.clear();
        return all;
    }

    /**
     * Sends the new status of a session to its live subscribers on this node. Called after a compaction of the session
     * has begun or ended. Other subscribers of the session, on any node, get the new status within about a second, by
     * the periodic check of {@link OpenStreams}. The status is read outside of the transaction that has just ended.
     */
    public void compactionStateChanged(
            @Observes(during = TransactionPhase.AFTER_SUCCESS) CompactionStateChanged changed) {
        ServerTransactions.callOutside(() -> sendStatus(subscribersOf(changed.session())));
    }
}
