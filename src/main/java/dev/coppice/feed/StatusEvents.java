package dev.coppice.feed;

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
 * Tells the readers of sessions how these are. Looked up for many at once, as it was last committed. Thread-safe: whoever
 * looks has told what he saw before the next one looks, so that nobody is told later how a session was before.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class StatusEvents {
    /** Sessions a query. */
    private static final int AT_ONCE = 500;

    @PersistenceContext
    private EntityManager em;

    /** As {@link #tell}, for a reader that nobody else knows yet: it waits for no others. */
    public void tellFirst(Subscriber reader) {
        look(List.of(reader));
    }

    /** Puts the status of its session before each reader that has not been told it; sends nothing yet. */
    public synchronized void tell(Collection<Subscriber> readers) {
        look(readers);
    }

    private void look(Collection<Subscriber> readers) {
        var sessions = new HashSet<Long>();
        readers.forEach(reader -> reader.interest().filter(Topic::isSession).ifPresent(i -> sessions.add(i.number())));
        var found = of(sessions);
        readers.forEach(
                reader -> reader.interest().map(i -> found.get(i.number())).ifPresent(reader::tell));
    }

    /** How sessions are, by their numbers; what is gone is left out. */
    Map<Long, Status> of(Collection<Long> sessions) {
        var found = new HashMap<Long, Status>();
        var numbers = new ArrayList<>(sessions);
        for (int from = 0; from < numbers.size(); from += AT_ONCE) {
            read(numbers.subList(from, Math.min(from + AT_ONCE, numbers.size())), found);
        }
        return found;
    }

    private void read(List<Long> sessions, Map<Long, Status> found) {
        long now = DatabaseClock.now();
        var rows = em.createQuery(
                        """
                        select s.id, s.writerState.compactingUntil, s.head.tokens + s.overlays.tokens + s.writerState.promptTokens,
                        coalesce(s.description.compactAfter, a.compactAfter)
                        from Session s left join Agent a on a.tenant = s.tenant and a.name = s.origin.agent
                        where s.id in :sessions""",
                        Object[].class)
                .setParameter("sessions", sessions)
                .getResultList();
        for (var row : rows) {
            boolean compacting = row[1] != null && (Long) row[1] > now;
            found.put((Long) row[0], new Status(compacting, (Long) row[2], (Integer) row[3]));
        }
    }
}
