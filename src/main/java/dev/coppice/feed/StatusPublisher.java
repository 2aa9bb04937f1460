package dev.coppice.feed;

import dev.coppice.agent.CompactBy;
import dev.coppice.db.DatabaseClock;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Reads the committed status of sessions (their numbers of tokens, and whether they are being compacted), up to 500 in
 * one query. Buffers it for the subscribers (clients of event streams) that follow these sessions. Calls of
 * {@link #enqueue} wait for each other, so that a subscriber never gets an older status after a newer one. Thread-safe.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class StatusPublisher {
    /** Maximum number of sessions that one query reads, because databases limit the number of parameters of a query. */
    private static final int AT_ONCE = 500;

    @PersistenceContext
    private EntityManager em;

    /**
     * Reads the status of the session that a new subscriber follows, and buffers the status. Does nothing if the
     * subscriber follows a namespace or a tenant. Must be called before other threads know the subscriber: this method
     * does not wait for calls of {@link #enqueue}, so one of them could buffer a newer status before this method
     * buffers an older one.
     */
    public void enqueueFirst(Subscriber subscriber) {
        offer(List.of(subscriber));
    }

    /**
     * Reads the status of the session that each subscriber follows. Buffers the status for a subscriber if it differs
     * from the one that was buffered for this subscriber last. Ignores subscribers that follow a namespace or a tenant.
     * Sends nothing yet.
     */
    public synchronized void enqueue(Collection<Subscriber> subscribers) {
        offer(subscribers);
    }

    private void offer(Collection<Subscriber> subscribers) {
        var sessions = new HashSet<Long>();
        subscribers.forEach(subscriber ->
                subscriber.topic().filter(Topic::isSession).ifPresent(topic -> sessions.add(topic.number())));
        var found = of(sessions);
        subscribers.forEach(subscriber -> subscriber
                .topic()
                .filter(Topic::isSession)
                .map(topic -> found.get(topic.number()))
                .ifPresent(subscriber::offerStatus));
    }

    /**
     * Returns the committed status of sessions, by the database ids of the sessions. Sessions that were deleted are
     * left out.
     *
     * @param sessions database ids of the sessions; any number
     */
    Map<Long, SessionStatus> of(Collection<Long> sessions) {
        var found = new HashMap<Long, SessionStatus>();
        var numbers = new ArrayList<>(sessions);
        for (int from = 0; from < numbers.size(); from += AT_ONCE) {
            read(numbers.subList(from, Math.min(from + AT_ONCE, numbers.size())), found);
        }
        return found;
    }

    private void read(List<Long> sessions, Map<Long, SessionStatus> found) {
        long now = DatabaseClock.now();
        var rows = em.createQuery(
                        """
                        select s.id, s.writerState.compactingUntil, s.head.tokens + s.overlays.tokens + s.writerState.promptTokens,
                        s.writerState.reportedTokens, coalesce(s.description.compactAfter, a.compactAfter),
                        coalesce(s.description.compactBy, a.compactBy)
                        from Session s left join Agent a on a.tenant = s.tenant and a.name = s.origin.agent
                        where s.id in :sessions""",
                        Object[].class)
                .setParameter("sessions", sessions)
                .getResultList();
        for (var row : rows) {
            boolean compacting = row[1] != null && (Long) row[1] > now;
            var contextTokens = (Long) (row[5] == CompactBy.REPORTED ? row[3] : row[2]);
            found.put((Long) row[0], new SessionStatus(compacting, (Long) row[2], contextTokens, (Integer) row[4]));
        }
    }
}
