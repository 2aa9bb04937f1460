package dev.coppice.feed;

import dev.coppice.eventlog.EventLog;
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
 * The end of the log, read once on each node for all who are up to date. Whoever cannot take what it hands out is let go,
 * and holds up nobody. {@link #read} is for one thread at a time, the rest for any; nothing here waits for a client, and
 * the lock is never held while the database is asked.
 */
@ApplicationScoped
public class LiveFeed {
    private static final Logger LOG = Logger.getLogger(LiveFeed.class.getName());

    @Inject
    private EventLog log;

    @Inject
    private FeedLog feed;

    @Inject
    private StatusEvents statusEvents;

    private final Map<Topic, Set<Subscriber>> live = new HashMap<>();
    private long position;

    /** True when anybody is up to date, and so waits for more. */
    public synchronized boolean isRead() {
        return !live.isEmpty();
    }

    /** The position up to which everybody who is up to date was told; nobody waits for anything when there is none. */
    public synchronized long told() {
        return live.isEmpty() ? Long.MAX_VALUE : position;
    }

    /**
     * Takes on a reader whose interest is known, if it has been given all that was handed out; false otherwise. One that is
     * over needs nothing more.
     */
    synchronized boolean join(Subscriber reader) {
        if (reader.isOver()) {
            return true;
        }
        if (live.isEmpty()) {
            position = reader.position();
        }
        if (reader.position() < position) {
            return false;
        }
        reader.goLive();
        reader.interest()
                .ifPresent(i -> live.computeIfAbsent(i, key -> new HashSet<>()).add(reader));
        return true;
    }

    synchronized void leave(Subscriber reader) {
        reader.interest()
                .ifPresent(i -> live.computeIfPresent(i, (key, readers) -> {
                    readers.remove(reader);
                    return readers.isEmpty() ? null : readers;
                }));
    }

    /** Who reads the events of a session, and nothing else. */
    synchronized List<Subscriber> of(long session) {
        return List.copyOf(live.getOrDefault(Topic.session(session), Set.of()));
    }

    /** Hands out all that has been given a position since the last time. */
    public void read() {
        for (boolean more = isRead(); more; ) {
            long from = position();
            var events = feed.behind(from);
            more = events.size() == FeedLog.PIECE;
            if (events.isEmpty()) {
                return;
            }
            if (log.trimmed() > from) {
                LOG.log(Level.WARNING, "The log was trimmed before this node had read it; its streams are ended");
                letAllGo().forEach(Subscriber::cut);
                return;
            }
            var given = give(from, events);
            given.forEach(Subscriber::pump);
            tell(given);
        }
    }

    /** How the sessions are after what has just happened to them. */
    void tell(Collection<Subscriber> readers) {
        var ofSessions = readers.stream()
                .filter(reader -> reader.interest().filter(Topic::isSession).isPresent())
                .toList();
        if (!ofSessions.isEmpty()) {
            statusEvents.tell(ofSessions);
            ofSessions.forEach(Subscriber::pump);
        }
    }

    private synchronized long position() {
        return position;
    }

    private synchronized Set<Subscriber> give(long from, List<LoggedEvent> events) {
        var given = new LinkedHashSet<Subscriber>();
        if (position != from) {
            return given; // it has begun anew elsewhere, because nobody was there any more
        }
        for (var event : events) {
            for (var interest : Topic.in(event)) {
                for (var reader : live.getOrDefault(interest, Set.of())) {
                    reader.offer(event);
                    given.add(reader);
                }
            }
        }
        position = events.get(events.size() - 1).position();
        given.stream().filter(reader -> !reader.isLive()).forEach(this::leave);
        return given;
    }

    private synchronized Collection<Subscriber> letAllGo() {
        var all = new ArrayList<Subscriber>();
        live.values().forEach(all::addAll);
        live.clear();
        return all;
    }
}
