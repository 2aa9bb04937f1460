package dev.coppice.session;

import dev.coppice.db.DatabaseClock;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lists the sessions of a namespace in the order of their creation; deleted and expired sessions are left out. The
 * order never changes, and a page begins after a session. So writes to a session do not move it, and no session is on
 * two pages. A session that is created while the newest page is read may belong to that page and not be on it. A
 * database index answers each page; with a filter, one call examines about 10,000 rows at most, so a page may be short
 * although more pages follow.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class SessionsByAge {
    private static final int MAX_EXAMINED = 10_000;
    private static final int CHUNK = 500;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Namespaces namespaces;

    @Inject
    private Sessions sessions;

    @Inject
    private SessionLabels labels;

    /**
     * A session in a list by age.
     *
     * @param id session id
     * @param number number of the session's row, by which the list is ordered
     * @param createdAt time of the session's creation, in milliseconds since the epoch
     * @param metadata the session's metadata as a JSON object; the array must not be modified
     */
    public record AgedSession(Long number, String id, Long createdAt, byte[] metadata) {}

    /**
     * A page of a list of sessions.
     *
     * @param sessions the sessions on the page
     * @param last id of the session after which the next page begins; null for an empty list. This is the last session
     *     on the page, or a later one that the filter leaves out
     * @param more true if the list may have another page
     */
    public record AgePage(List<AgedSession> sessions, String last, boolean more) {}

    /**
     * Returns a page of a namespace's sessions by age. The page is empty if the tenant or the namespace does not exist.
     * Throws 404 {@code session-not-found} if no session has the id {@code after}.
     *
     * @param metadata scalar members that the sessions' metadata must have: values as text, by name; empty for no
     *     condition
     * @param after id of the session after which the page begins, or null for the first page
     * @param oldestFirst true for the oldest session first, false for the newest first
     * @param limit maximum number of sessions
     */
    public AgePage list(
            String tenant,
            String namespace,
            Map<String, String> metadata,
            String after,
            boolean oldestFirst,
            int limit) {
        var numbers = namespaces.find(tenant, namespace);
        long from = after == null
                ? oldestFirst ? 0 : Long.MAX_VALUE
                : sessions.read(new SessionName(tenant, namespace, after)).id();
        if (numbers.isEmpty()) {
            return new AgePage(List.of(), null, false);
        }
        var found = new ArrayList<AgedSession>();
        int size = metadata.isEmpty() ? limit + 1 : CHUNK;
        AgedSession last = null;
        boolean more = true;
        for (int examined = 0; more && found.size() <= limit && examined < MAX_EXAMINED; examined += size) {
            var rows = rows(numbers.get().namespace(), last == null ? from : last.number(), oldestFirst, size);
            var matching =
                    labels.matching(rows.stream().map(AgedSession::number).toList(), metadata);
            rows.stream().filter(row -> matching.contains(row.number())).forEach(found::add);
            last = rows.isEmpty() ? last : rows.get(rows.size() - 1);
            more = rows.size() == size;
        }
        return found.size() > limit
                ? page(found.subList(0, limit), found.get(limit - 1), true)
                : page(found, last, more);
    }

    private static AgePage page(List<AgedSession> sessions, AgedSession last, boolean more) {
        return new AgePage(List.copyOf(sessions), last == null ? null : last.id(), more);
    }

    private List<AgedSession> rows(long namespace, long from, boolean oldestFirst, int size) {
        return em.createQuery(
                        "select s.id, s.sessionId, s.lifetime.createdAt, s.description.metadata from Session s"
                                + " where s.namespace = :namespace and s.id "
                                + (oldestFirst ? ">" : "<")
                                + " :from and (s.lifetime.expiresAt is null or s.lifetime.expiresAt > :now)"
                                + " order by s.namespace"
                                + (oldestFirst ? ", s.id" : " desc, s.id desc"),
                        AgedSession.class)
                .setParameter("namespace", namespace)
                .setParameter("from", from)
                .setParameter("now", DatabaseClock.now())
                .setMaxResults(size)
                .getResultList();
    }
}
