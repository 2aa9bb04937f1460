package dev.coppice.feed;

import dev.coppice.eventlog.EventLog;
import dev.coppice.eventlog.LogReader;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Reads the new events of the log once for this node and buffers them for all live subscribers. A subscriber whose
 * buffer is full stops being live and does not delay the others. Thread-safe, but {@link #readNewEvents} must be called
 * by one thread at a time. No method waits for a client, and the lock of this object is not held while the database is
 * read.
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

    /**
     * The live subscribers, which have caught up with the log and get each new event from this class, by topic.
     */
    private final Map<Topic, Set<Subscriber>> live = new HashMap<>();
    /** Position up to which events were buffered for the live subscribers. */
    private long deliveredUpTo;

    /** True while there are live subscribers. */
    @Override
    public synchronized boolean isWaiting() {
        return !live.isEmpty();
    }

    /**
     * Returns the position up to which events were buffered for the live subscribers; {@link Long#MAX_VALUE} if there
     * are none.
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
     * Makes a subscriber live and returns true, or returns false if events after its position were already buffered for
     * the live subscribers: then it has to catch up first. Does nothing and returns true if the subscriber's stream has
     * ended.
     *
     * @param subscriber subscriber whose {@link Subscriber#topic} is present
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

    /** Removes a subscriber from the live subscribers, if it is one of them. */
    synchronized void leave(Subscriber subscriber) {
        subscriber
                .topic()
                .ifPresent(topic -> live.computeIfPresent(topic, (key, subscribers) -> {
                    subscribers.remove(subscriber);
                    return subscribers.isEmpty() ? null : subscribers;
                }));
    }

    /**
     * Returns the live subscribers to the events of one session, without those to its namespace or tenant. Empty if
     * there are none.
     *
     * @param session id of the session's row
     */
    synchronized List<Subscriber> subscribersOf(long session) {
        return List.copyOf(live.getOrDefault(Topic.session(session), Set.of()));
    }

    /**
     * Buffers for the live subscribers all events to which positions were assigned since the last call, and sends what
     * their connections accept. If events were trimmed before this node has read them, closes the streams.
     */
    @Override
    public void readNewEvents() {
        for (boolean more = isWaiting(); more; ) {
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
     * Sends the current status of the session to each of the given subscribers whose topic is a session, if it has
     * changed since it was last sent.
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
     * Buffers events for the live subscribers to their topics. Returns these subscribers, including those that stopped
     * being live because their buffer is full. Does nothing and returns an empty set if {@code from} is no longer
     * {@code deliveredUpTo}.
     *
     * @param from position after which the events were read
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
}
