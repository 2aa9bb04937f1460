package dev.coppice.session;

import dev.coppice.db.Results;
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

/**
 * Finds sessions by the database ids of their rows or trees, or by session id in all namespaces of a tenant. Locks
 * nothing. The returned entities are detached.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class SessionLookup {
    /** A session that was found, with its name. */
    public record Found(Session session, SessionName name) {}

    @PersistenceContext
    private EntityManager em;

    /**
     * Returns the sessions of a tenant whose rows have these database ids, as a map with these ids as keys. Leaves out
     * sessions that are deleted or expired, and those of other tenants.
     *
     * @param tenant name of the tenant
     * @param tenantNumber database id of the same tenant
     * @param ids database ids of the sessions' rows
     */
    public Map<Long, Found> byId(String tenant, int tenantNumber, Collection<Long> ids) {
        var found = new HashMap<Long, Found>();
        if (!ids.isEmpty()) {
            read("s.id", tenant, tenantNumber, ids)
                    .forEach(one -> found.put(one.session().id(), one));
        }
        return found;
    }

    /**
     * Returns the sessions of a tenant to which these trees belong, as a map with the database ids of the trees as
     * keys. Leaves out sessions that are deleted or expired, and those of other tenants.
     *
     * @param tenant name of the tenant
     * @param tenantNumber database id of the same tenant
     * @param trees database ids of the trees
     */
    public Map<Long, Found> byTree(String tenant, int tenantNumber, Collection<Long> trees) {
        var found = new HashMap<Long, Found>();
        if (!trees.isEmpty()) {
            read("s.tree", tenant, tenantNumber, trees)
                    .forEach(one -> found.put(one.session().tree(), one));
        }
        return found;
    }

    record Row(Session session, String namespace) {}

    private List<Found> read(String column, String tenant, int tenantNumber, Collection<Long> keys) {
        var found = new ArrayList<Found>();
        var rows = em.createQuery(
                        "select s, n.name from Session s join Namespace n on n.id = s.namespace where " + column
                                + " in :keys",
                        Row.class)
                .setParameter("keys", keys)
                .getResultList();
        for (var row : rows) {
            var session = row.session();
            Results.detach(em, session);
            if (session.tenant() == tenantNumber && !session.isExpired()) {
                found.add(new Found(session, new SessionName(tenant, row.namespace(), session.sessionId())));
            }
        }
        return found;
    }

    /**
     * Returns the sessions of a tenant with this session id, one per namespace at most. Includes expired sessions that
     * are not removed yet.
     *
     * @param tenant database id of the tenant
     * @param id the session id
     */
    public List<Session> withSessionId(int tenant, String id) {
        var sessions = em.createQuery(
                        """
                        select s from Namespace n join Session s on s.namespace = n.id
                        where n.tenant = :tenant and s.sessionId = :id""",
                        Session.class)
                .setParameter("tenant", tenant)
                .setParameter("id", id)
                .getResultList();
        sessions.forEach(session -> Results.detach(em, session));
        return sessions;
    }
}
