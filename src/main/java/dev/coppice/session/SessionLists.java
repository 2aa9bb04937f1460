package dev.coppice.session;

import dev.coppice.access.Tenants;
import dev.coppice.agent.Agents;
import dev.coppice.agent.CompactBy;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.db.DatabaseClock;
import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lists sessions that are neither deleted nor expired, the most recently written first. A page begins after the last
 * item of the previous page and not at an offset, so page 1,000 costs as much as page 1. Filters by namespace, user or
 * agent use a database index. With other filters, one call examines about 10,000 rows at most. So a page may be short
 * although more pages follow.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class SessionLists {
    private static final String KIND = "sessions";

    /**
     * Number of rows after which one call stops reading. The page then ends, even if it is short. Reading this many
     * rows takes some tens of milliseconds.
     */
    private static final int MAX_EXAMINED = 10_000;

    private static final int CHUNK = 500;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    @Inject
    private Namespaces namespaces;

    @Inject
    private Agents agents;

    @Inject
    private SessionLabels labels;

    /**
     * Returns a page of those sessions of a tenant that match {@code filter} and are neither deleted nor expired, the
     * most recently written first. The page may have fewer than {@code limit} sessions although more pages follow. It
     * is empty if the tenant or the namespace does not exist. Throws 400 {@code malformed} if the cursor is not one of
     * this list.
     *
     * @param tenant name of the tenant
     * @param limit maximum number of sessions, inclusive
     * @param cursor {@code nextCursor} of the previous page; null for the first page
     */
    public Page<SessionInfo> list(String tenant, SessionFilter filter, int limit, String cursor) {
        long latest = filter.to() == null ? Long.MAX_VALUE : filter.to();
        var from = cursor == null ? new long[] {latest, Long.MAX_VALUE} : Cursor.read(KIND, 2, cursor);
        var scope = scope(tenant, filter);
        return scope.map(found -> list(found, filter, limit, from)).orElseGet(() -> new Page<>(List.of(), null));
    }

    private Page<SessionInfo> list(Scope scope, SessionFilter filter, int limit, long[] after) {
        var from = after;
        boolean exact = filter.equals(scope.answered());
        var found = new ArrayList<Session>();
        int examined = 0;
        while (true) {
            int size = exact ? limit + 1 : CHUNK;
            var rows = rows(scope, from, size);
            examined += rows.size();
            for (var session : exact ? rows : withLabels(filter, rows)) {
                if (session.matches(filter) && found.size() <= limit) {
                    found.add(session);
                }
            }
            boolean end = rows.size() < size;
            if (found.size() > limit) {
                return page(found.subList(0, limit), keyOf(found.get(limit - 1)));
            }
            if (end) {
                return page(found, null);
            }
            from = keyOf(rows.get(rows.size() - 1));
            if (examined >= MAX_EXAMINED) {
                return page(found, from);
            }
        }
    }

    /**
     * Returns the number of other sessions with the same namespace and the same user as the given session. If the
     * session has no user, counts the other sessions without a user. Deleted and expired sessions do not count.
     */
    public long countOthers(Session session) {
        boolean hasUser = session.userId() != null;
        var count = em.createQuery(
                        "select count(s) from Session s where s.namespace = :namespace and s.origin.userId "
                                + (hasUser ? "= :user" : "is null")
                                + " and s.id <> :self and (s.lifetime.expiresAt is null or s.lifetime.expiresAt > :now)",
                        Long.class)
                .setParameter("namespace", session.namespace())
                .setParameter("self", session.id())
                .setParameter("now", DatabaseClock.now());
        return (hasUser ? count.setParameter("user", session.userId()) : count).getSingleResult();
    }

    /**
     * Those conditions of a filter that a database index answers.
     *
     * @param columns the first columns of the index, with the values that they must have. Queries sort by these columns
     *     first, so that the database can read the rows in the order of the index
     * @param answered a filter with only those conditions; its other components are null or empty
     */
    private record Scope(Map<String, Object> columns, SessionFilter answered) {
        String condition() {
            return columns.keySet().stream()
                    .map(column -> column + " = :" + parameter(column))
                    .collect(Collectors.joining(" and "));
        }

        String order() {
            return String.join(", ", columns.keySet());
        }

        static String parameter(String column) {
            return column.replace('.', '_');
        }
    }

    /**
     * Chooses a database index for a filter. The first column of the index is the namespace or, if the filter has no
     * namespace, the tenant. The second column is the user or, if the filter has no user, the agent. Empty if the
     * tenant or the namespace does not exist.
     */
    private Optional<Scope> scope(String tenant, SessionFilter filter) {
        var columns = new LinkedHashMap<String, Object>();
        if (filter.namespace() == null) {
            tenants.find(tenant).ifPresent(number -> columns.put("s.tenant", number));
        } else {
            namespaces
                    .find(tenant, filter.namespace())
                    .ifPresent(numbers -> columns.put("s.namespace", numbers.namespace()));
        }
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        var user = filter.userId();
        var agent = user == null ? filter.agent() : null;
        if (user != null) {
            columns.put("s.origin.userId", user);
        } else if (agent != null) {
            columns.put("s.origin.agent", agent);
        }
        return Optional.of(new Scope(
                columns,
                new SessionFilter(
                        filter.namespace(),
                        user,
                        agent,
                        null,
                        null,
                        null,
                        null,
                        filter.from(),
                        filter.to(),
                        Map.of())));
    }

    private List<Session> rows(Scope scope, long[] from, int size) {
        var query = em.createQuery(
                        "select s from Session s where " + scope.condition()
                                + """
                                 and s.lifetime.updatedAt <= :time and (s.lifetime.updatedAt < :time or s.id < :id)
                                and s.lifetime.updatedAt >= :from
                                and (s.lifetime.expiresAt is null or s.lifetime.expiresAt > :now)
                                order by\s"""
                                + scope.order() + ", s.lifetime.updatedAt desc, s.id desc",
                        Session.class)
                .setParameter("time", from[0])
                .setParameter("id", from[1])
                .setParameter(
                        "from",
                        scope.answered().from() == null
                                ? Long.MIN_VALUE
                                : scope.answered().from())
                .setParameter("now", DatabaseClock.now())
                .setMaxResults(size);
        scope.columns().forEach((column, value) -> query.setParameter(Scope.parameter(column), value));
        var rows = query.getResultList();
        rows.forEach(session -> Results.detach(em, session));
        return rows;
    }

    private List<Session> withLabels(SessionFilter filter, List<Session> rows) {
        var matching = labels.matching(rows.stream().map(Session::id).toList(), filter.metadata());
        return rows.stream().filter(s -> matching.contains(s.id())).toList();
    }

    private static long[] keyOf(Session session) {
        return new long[] {session.lifetime().updatedAt(), session.id()};
    }

    private Page<SessionInfo> page(List<Session> sessions, long[] next) {
        var names = new HashMap<Long, String>();
        var reporting = comparingReportedTokens(sessions);
        var items = sessions.stream()
                .map(s -> s.info(
                        names.computeIfAbsent(s.namespace(), this::nameOf),
                        reporting.contains(s.agent()) ? CompactBy.REPORTED : CompactBy.ESTIMATE))
                .toList();
        return new Page<>(items, next == null ? null : Cursor.of(KIND, next));
    }

    /**
     * Returns the names of those agents that have {@code compactBy} set to {@code REPORTED}. Only agents of sessions
     * without a {@code compactBy} of their own are included.
     *
     * @param sessions sessions of one tenant
     */
    private Set<String> comparingReportedTokens(List<Session> sessions) {
        var names = sessions.stream()
                .filter(Session::comparesTokensOfAgent)
                .map(Session::agent)
                .collect(Collectors.toSet());
        return names.isEmpty()
                ? names
                : agents.comparingReportedTokens(sessions.get(0).tenant(), names);
    }

    private String nameOf(long namespace) {
        return em.createQuery("select n.name from Namespace n where n.id = :id", String.class)
                .setParameter("id", namespace)
                .getSingleResult();
    }
}
