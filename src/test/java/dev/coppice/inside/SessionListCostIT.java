package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.api.Page;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionFilter;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionLists;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that lists read among many sessions, most of them inserted as rows. */
class SessionListCostIT extends InsideTest {
    private static final int SESSIONS = 10_400;

    @Inject
    private SessionLists lists;

    private final String namespace = UUID.randomUUID().toString();
    private long number;

    @BeforeEach
    void manySessions() throws Exception {
        sessions.create(
                SessionName.of("default", namespace, "s"),
                new NewSession(null, null, null, null, null, null, null, null, null, null, null, null));
        number = number("select id from namespace where name = ?", namespace);
        var others = String.join(
                ", ",
                em.createNativeQuery(
                                """
                                select column_name from information_schema.columns where table_name = 'SESSION'
                                and column_name not in ('ID', 'SESSION_ID', 'TREE_ID', 'UPDATED_AT')""",
                                String.class)
                        .getResultList());
        write("insert into session (session_id, tree_id, updated_at, " + others + ")"
                + " select 's' || r.x, -r.x, updated_at - r.x, " + others
                + " from session cross join system_range(1, " + SESSIONS + ") r where namespace_id = " + number);
        write("update session set source = 'web' where session_id = 's" + (SESSIONS - 100) + "' and namespace_id = "
                + number);
    }

    @AfterEach
    void noSessions() throws Exception {
        write("delete from session where tree_id < 0 and namespace_id = " + number);
    }

    private void write(String sql) throws Exception {
        transaction.begin();
        em.createNativeQuery(sql).executeUpdate();
        transaction.commit();
    }

    private Page<SessionInfo> list(String source, String cursor) {
        var filter = new SessionFilter(namespace, null, null, source, null, null, null, null, null, Map.of());
        return lists.list("default", filter, 50, cursor);
    }

    @Test
    void pageCostDoesNotDependOnItsPosition() {
        var cost = StatementCost.counting(em);
        var page = list(null, null);
        long first = cost.statements(() -> list(null, null));
        for (int i = 0; i < 30; i++) {
            page = list(null, page.nextCursor());
            assertEquals(50, page.items().size());
        }
        var cursor = page.nextCursor();
        assertEquals(first, cost.statements(() -> list(null, cursor)));
    }

    /** A filter without a database index reads at most ten thousand sessions a call. */
    @Test
    void shortPageMayHaveANextPage() {
        var page = list("web", null);
        assertEquals(List.of(), page.items());
        assertNotNull(page.nextCursor());
        page = list("web", page.nextCursor());
        assertEquals(
                List.of("s" + (SESSIONS - 100)),
                page.items().stream().map(SessionInfo::id).toList());
        assertNull(page.nextCursor());
    }
}
