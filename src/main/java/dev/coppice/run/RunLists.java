package dev.coppice.run;

import dev.coppice.access.Tenants;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.session.Namespaces;
import dev.coppice.session.SessionLookup;
import dev.coppice.session.SessionName;
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
 * Lists the runs of a session, a namespace or a tenant, the most recently created first. Leaves out runs of deleted and
 * expired sessions. A cursor contains the database id of the last row that was read, not a number of rows to skip. For
 * each of the three lists there are database indexes by status, and by status and agent; for those of a namespace and
 * of a tenant also by status and run id.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class RunLists {
    private static final String KIND = "runs";

    /**
     * Maximum number of queries for one page, so that one request takes a limited time. More than one query is needed
     * if many of the runs belong to deleted or expired sessions. After this many queries, the page may be short, but it
     * has a cursor for the next page.
     */
    private static final int MAX_ROUNDS = 10;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private SessionLookup numbers;

    @Inject
    private Tenants tenants;

    @Inject
    private Namespaces namespaces;

    /**
     * The session, namespace or tenant to which a list is restricted.
     *
     * @param column name of the column in the table {@code run}
     * @param value database id of the session, namespace or tenant
     */
    private record Scope(String column, Object value) {}

    /**
     * Returns a page of a session's runs, the most recently created first. Throws 404 {@code session-not-found} if the
     * session does not exist, 400 {@code malformed} if the cursor belongs to another list.
     *
     * @param limit maximum number of runs, inclusive
     * @param cursor {@code nextCursor} of the previous page; null for the first page
     */
    public Page<RunInfo> list(SessionName name, RunFilter filter, int limit, String cursor) {
        var scope = new Scope("session_pk", sessions.read(name).id());
        return list(name.tenant(), scope, filter, limit, before(cursor));
    }

    /**
     * Returns a page of the runs in all sessions of a tenant or of a namespace, the most recently created first; empty
     * if the tenant or the namespace is unknown. Throws 400 {@code malformed} if the cursor belongs to another list.
     *
     * @param tenant name of the tenant
     * @param namespace name of the namespace; null for all namespaces
     * @param limit maximum number of runs, inclusive
     * @param cursor {@code nextCursor} of the previous page; null for the first page
     */
    public Page<RunInfo> list(String tenant, String namespace, RunFilter filter, int limit, String cursor) {
        var scope = namespace == null
                ? tenants.find(tenant).map(number -> new Scope("tenant_id", number))
                : namespaces.find(tenant, namespace).map(found -> new Scope("namespace_id", found.namespace()));
        long before = before(cursor);
        return scope.map(found -> list(tenant, found, filter, limit, before))
                .orElseGet(() -> new Page<>(List.of(), null));
    }

    /**
     * Returns the database id that a cursor contains; the next page has only runs with lower ids. Returns
     * {@code Long.MAX_VALUE} if {@code cursor} is null. Throws 400 {@code malformed} if the cursor belongs to another
     * list.
     */
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
                var session = found.get(row.session());
                if (session != null && page.size() == limit) {
                    return new Page<>(page, Cursor.of(KIND, before));
                }
                before = row.id();
                if (session != null) {
                    page.add(row.info(session.name(), waitsFor(row)));
                }
            }
            if (rows.size() <= limit) {
                return new Page<>(page, null);
            }
        }
        return new Page<>(page, Cursor.of(KIND, before));
    }

    /**
     * Returns the types of a run's requirements, from the column {@code waits_for}. If the run was last saved by a
     * release without this column, the column is null, and a query reads the requirements instead.
     */
    private List<String> waitsFor(Row row) {
        if (row.waitsFor() != null) {
            return Run.types(row.waitsFor());
        }
        var requirements = em.createQuery("select r.requirements from Run r where r.id = :id", byte[].class)
                .setParameter("id", row.id())
                .getResultList();
        return requirements.isEmpty() ? List.of() : Requirements.types(requirements.get(0));
    }

    private Map<Long, SessionLookup.Found> sessionsOf(String tenant, List<Row> rows) {
        var ids = rows.stream().map(Row::session).collect(Collectors.toSet());
        return rows.isEmpty()
                ? Map.of()
                : numbers.byId(tenant, tenants.find(tenant).orElseThrow(), ids);
    }

    @SuppressWarnings("unchecked")
    private List<Row> rows(Scope scope, RunFilter filter, long before, int limit) {
        var query = em.createNativeQuery(RunQuery.newest(scope.column(), filter, limit), Row.class)
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

    /** A row of the result of the SQL query that {@link RunQuery} builds. */
    private record Row(
            long id,
            long session,
            String runId,
            String agentId,
            String status,
            String waitsFor,
            Long inputTokens,
            Long outputTokens,
            Long cachedTokens,
            Long reasoningTokens,
            BigDecimal cost,
            long version,
            long createdAt,
            long updatedAt) {
        RunInfo info(SessionName name, List<String> types) {
            var usage = new Usage(inputTokens, outputTokens, cachedTokens, reasoningTokens, cost);
            return new RunInfo(
                    runId, name.id(), name.namespace(), agentId, status, types, usage, version, createdAt, updatedAt);
        }
    }
}
