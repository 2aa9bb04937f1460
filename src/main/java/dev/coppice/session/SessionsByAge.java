package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.Problem;
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
 * Lists the sessions of a namespace in the order of their creation; deleted and expired sessions are left out. An
 * imported session is listed by the time of its original creation. This time never changes, so a session is on one page
 * only, even if it is written meanwhile. A session that is created while the newest page is read may be missing on that
 * page. A database index answers each page. With a filter, one call examines about 10,000 rows at most, so a page may
 * be short although more pages follow.
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
     * @param number database id of the session's row, by which sessions that were created at the same time are ordered
     * @param createdAt time of the session's creation, in milliseconds since the epoch, by which the list is ordered
     * @param metadata the session's metadata as a JSON object; the array must not be modified
     */
    public record AgedSession(Long number, String id, Long createdAt, byte[] metadata) {}

    /**
     * A page of a list of sessions.
     *
     * @param sessions the sessions on the page
     * @param last id of the session after which the next page begins: the last session on the page, or a later one that
     *     the filter leaves out; null if the call has examined no session
     * @param more true if the list may have another page
     */
    public record AgePage(List<AgedSession> sessions, String last, boolean more) {}

    /**
     * Returns a page of a namespace's sessions in the order of their creation. It may have fewer than {@code limit}
     * sessions although more pages follow. The page is empty if the tenant or the namespace does not exist. Throws 404
     * {@code session-not-found} if no session has the id {@code after}.
     *
     * @param tenant name of the tenant
     * @param namespace name of the namespace
     * @param metadata labels that the sessions must have (members of their metadata that are strings, numbers or
     *     booleans): the value as text, by the member's name; empty for no condition
     * @param after id of the session after which the page begins, exclusive; null for the first page
     * @param oldestFirst true for the oldest session first, false for the newest first
     * @param limit maximum number of sessions, inclusive
     */
    public AgePage list(
            String tenant,
            String namespace,
            Map<String, String> metadata,
            String after,
            boolean oldestFirst,
            int limit) {
        var numbers = namespaces.find(tenant, namespace);
        var from =
                after == null ? Place.before(oldestFirst) : Place.of(read(new SessionName(tenant, namespace, after)));
        if (numbers.isEmpty()) {
            return new AgePage(List.of(), null, false);
        }
        var found = new ArrayList<AgedSession>();
        int size = metadata.isEmpty() ? limit + 1 : CHUNK;
        AgedSession last = null;
        boolean more = true;
        for (int examined = 0; more && found.size() <= limit && examined < MAX_EXAMINED; examined += size) {
            var rows = rows(numbers.get().namespace(), last == null ? from : Place.of(last), oldestFirst, size);
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

    /** Returns a session; throws 404 {@code session-not-found} also for an id that no session can have. */
    private Session read(SessionName name) {
        if (!Ids.isStorable(name.id())) {
            throw Problem.noSession();
        }
        return sessions.read(name);
    }

    /**
     * Returns the next sessions of a namespace in the order of their creation, the oldest first. Empty after the last
     * one, or if the namespace does not exist.
     *
     * @param tenant name of the tenant
     * @param namespace name of the namespace
     * @param last the session after which the result begins, exclusive, whether it still exists or not; null to begin
     *     with the oldest
     * @param userId only sessions of this user; null for all
     * @param limit maximum number of sessions, inclusive
     */
    public List<AgedSession> after(String tenant, String namespace, AgedSession last, String userId, int limit) {
        var from = last == null ? Place.before(true) : Place.of(last);
        return namespaces
                .find(tenant, namespace)
                .map(numbers -> rows(numbers.namespace(), from, true, userId, limit))
                .orElse(List.of());
    }

    private static AgePage page(List<AgedSession> sessions, AgedSession last, boolean more) {
        return new AgePage(List.copyOf(sessions), last == null ? null : last.id(), more);
    }

    /**
     * The place of a session in the list by age, given by the values that the list is ordered by.
     *
     * @param createdAt time of the session's creation, in milliseconds since the epoch
     * @param number database id of the session's row
     */
    private record Place(long createdAt, long number) {
        static Place of(Session session) {
            return new Place(session.lifetime().createdAt(), session.id());
        }

        static Place of(AgedSession session) {
            return new Place(session.createdAt(), session.number());
        }

        /**
         * Returns the place before the first session of the list.
         *
         * @param oldestFirst true if the list begins with the oldest session, false if it begins with the newest
         */
        static Place before(boolean oldestFirst) {
            long end = oldestFirst ? Long.MIN_VALUE : Long.MAX_VALUE;
            return new Place(end, end);
        }
    }

    private List<AgedSession> rows(long namespace, Place from, boolean oldestFirst, int size) {
        return rows(namespace, from, oldestFirst, null, size);
    }

    private List<AgedSession> rows(long namespace, Place from, boolean oldestFirst, String userId, int size) {
        var query =
                """
                select s.id, s.sessionId, s.lifetime.createdAt, s.description.metadata from Session s
                where s.namespace = :namespace%3$s and s.lifetime.createdAt %1$s= :time
                and (s.lifetime.createdAt %1$s :time or s.id %1$s :from)
                and (s.lifetime.expiresAt is null or s.lifetime.expiresAt > :now)
                order by s.namespace %2$s, s.lifetime.createdAt %2$s, s.id %2$s"""
                        .formatted(
                                oldestFirst ? ">" : "<",
                                oldestFirst ? "" : "desc",
                                userId == null ? "" : " and s.origin.userId = :user");
        var found = em.createQuery(query, AgedSession.class)
                .setParameter("namespace", namespace)
                .setParameter("time", from.createdAt())
                .setParameter("from", from.number())
                .setParameter("now", DatabaseClock.now())
                .setMaxResults(size);
        return (userId == null ? found : found.setParameter("user", userId)).getResultList();
    }
}
