package dev.coppice.session;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds sessions by the numbers of their rows, as an index keeps them, and the numbers by what a client says. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class SessionNumbers {
    /** A session with its name. */
    public record Found(Session session, SessionName name) {}

    @PersistenceContext
    private EntityManager em;

    /** Some of a tenant's sessions by their numbers, for reading; those that are gone are left out. */
    public Map<Long, Found> readAll(String tenant, int tenantNumber, Collection<Long> numbers) {
        var found = new HashMap<Long, Found>();
        if (!numbers.isEmpty()) {
            read("s.id", tenant, tenantNumber, numbers)
                    .forEach(one -> found.put(one.session().id(), one));
        }
        return found;
    }

    /** The sessions that some trees of a tenant belong to, for reading, by their trees; those that are gone are left out. */
    public Map<Long, Found> ofTrees(String tenant, int tenantNumber, Collection<Long> trees) {
        var found = new HashMap<Long, Found>();
        if (!trees.isEmpty()) {
            read("s.tree", tenant, tenantNumber, trees)
                    .forEach(one -> found.put(one.session().tree(), one));
        }
        return found;
    }

    private List<Found> read(String by, String tenant, int tenantNumber, Collection<Long> keys) {
        var found = new ArrayList<Found>();
        var rows = em.createQuery(
                        "select s, n.name from Session s join Namespace n on n.id = s.namespace where " + by
                                + " in :keys",
                        Object[].class)
                .setParameter("keys", keys)
                .getResultList();
        for (var row : rows) {
            var session = (Session) row[0];
            em.detach(session);
            if (session.tenant() == tenantNumber && !session.isExpired()) {
                found.add(new Found(session, new SessionName(tenant, (String) row[1], session.sessionId())));
            }
        }
        return found;
    }

    /** A tenant's sessions of an id, for reading, whatever their namespaces. */
    public List<Session> of(int tenant, String id) {
        var sessions = em.createQuery(
                        """
                        select s from Namespace n join Session s on s.namespace = n.id
                        where n.tenant = :tenant and s.sessionId = :id""",
                        Session.class)
                .setParameter("tenant", tenant)
                .setParameter("id", id)
                .getResultList();
        sessions.forEach(em::detach);
        return sessions;
    }
}
