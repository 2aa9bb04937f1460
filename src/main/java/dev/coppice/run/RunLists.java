package dev.coppice.run;

import dev.coppice.access.Tenants;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.session.Namespaces;
import dev.coppice.session.SessionName;
import dev.coppice.session.SessionNumbers;
import dev.coppice.session.Sessions;
import dev.coppice.session.Usage;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lists runs, the newest first, by key and never by offset: an index answers each status of a session, a namespace or a
 * tenant, of all runs, an agent's, or those of an id. Runs of sessions that have expired are absent.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class RunLists {
    private static final String KIND = "runs";

    /** Rounds of a call, when many runs belong to sessions that are gone: the page is short then, and goes on. */
    private static final int MAX_ROUNDS = 10;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private SessionNumbers numbers;

    @Inject
    private Tenants tenants;

    @Inject
    private Namespaces namespaces;

    /** The column that says where to look, and its value. */
    private record Scope(String column, Object value) {}

    /** A page of a session's runs. */
    public Page<RunInfo> list(SessionName name, RunFilter filter, int limit, String cursor) {
        var scope = new Scope("session_pk", sessions.read(name).id());
        return list(name.tenant(), scope, filter, limit, before(cursor));
    }

    /**
     * A page of the runs in all sessions of a tenant.
     *
     * @param namespace null for all namespaces
     */
    public Page<RunInfo> list(String tenant, String namespace, RunFilter filter, int limit, String cursor) {
        var scope = namespace == null
                ? tenants.find(tenant).map(number -> new Scope("tenant_id", number))
                : namespaces.find(tenant, namespace).map(found -> new Scope("namespace_id", found.namespace()));
        long before = before(cursor);
        return scope.map(found -> list(tenant, found, filter, limit, before))
                .orElseGet(() -> new Page<>(List.of(), null));
    }

    /** The row before which a page begins; 400 {@code malformed} for what is no cursor of runs. */
    private static long before(String cursor) {
        return cursor == null ? Long.MAX_VALUE : Cursor.read(KIND, 1, cursor)[0];
    }

    private Page<RunInfo> list(String tenant, Scope scope, RunFilter filter, int limit, long newest) {
        long before = newest;
        var page = new ArrayList<RunInfo>();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            var rows = rows(scope, filter, before, limit + 1);
            var found = sessionsOf(tenant, rows);
            for (var row : rows) {
                var session = found.get((Long) row[1]);
                if (session != null && page.size() == limit) {
                    return new Page<>(page, Cursor.of(KIND, before));
                }
                before = (Long) row[0];
                if (session != null) {
                    page.add(info(row, session.name()));
                }
            }
            if (rows.size() <= limit) {
                return new Page<>(page, null);
            }
        }
        return new Page<>(page, Cursor.of(KIND, before));
    }

    private Map<Long, SessionNumbers.Found> sessionsOf(String tenant, List<Object[]> rows) {
        var ids = rows.stream().map(row -> (Long) row[1]).collect(Collectors.toSet());
        return rows.isEmpty()
                ? Map.of()
                : numbers.readAll(tenant, tenants.find(tenant).orElseThrow(), ids);
    }

    @SuppressWarnings("unchecked")
    private List<Object[]> rows(Scope scope, RunFilter filter, long before, int limit) {
        var query = em.createNativeQuery(RunQuery.newest(scope.column(), filter, limit))
                .setParameter("scope", scope.value())
                .setParameter("before", before);
        if (filter.runId() != null) {
            query.setParameter("run", filter.runId());
        }
        if (filter.agentId() != null) {
            query.setParameter("agent", filter.agentId());
        }
        return query.getResultList();
    }

    private static RunInfo info(Object[] row, SessionName session) {
        return new RunInfo(
                (String) row[2],
                session.id(),
                session.namespace(),
                (String) row[3],
                (String) row[4],
                new Usage((Long) row[5], (Long) row[6], (Long) row[7], (Long) row[8], (BigDecimal) row[9]),
                (Long) row[10],
                (Long) row[11],
                (Long) row[12]);
    }
}
