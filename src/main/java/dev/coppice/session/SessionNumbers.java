package dev.coppice.session;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
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
            var rows = em.createQuery(
                            """
                            select s, n.name from Session s join Namespace n on n.id = s.namespace
                            where s.id in :numbers""",
                            Object[].class)
                    .setParameter("numbers", numbers)
                    .getResultList();
            for (var row : rows) {
                var session = (Session) row[0];
                em.detach(session);
                if (session.tenant() == tenantNumber && !session.isExpired()) {
                    var name = new SessionName(tenant, (String) row[1], session.sessionId());
                    found.put(session.id(), new Found(session, name));
                }
            }
        }
        return found;
    }

    /** The numbers of a tenant's sessions of an id, whatever their namespaces. */
    public List<Long> of(int tenant, String id) {
        return em.createQuery(
                        """
                        select s.id from Namespace n join Session s on s.namespace = n.id
                        where n.tenant = :tenant and s.sessionId = :id""",
                        Long.class)
                .setParameter("tenant", tenant)
                .setParameter("id", id)
                .getResultList();
    }
}
