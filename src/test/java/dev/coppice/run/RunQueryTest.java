package dev.coppice.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results and cost of run queries on a large table; on H2, because only H2 cannot read an index backwards. */
class RunQueryTest {
    private static final int RUNS = 5000;
    private static final int LIMIT = 5;
    private static final Pattern SCANNED = Pattern.compile("scanCount: (\\d+)");
    private static final List<String> STATUSES = List.of("running", "paused", "error", "cancelled", "completed");

    private static Connection database;

    @BeforeAll
    static void insertRuns() throws SQLException, IOException {
        database = DriverManager.getConnection("jdbc:h2:mem:runs");
        migrate("V8__state_and_runs.sql");
        migrate("V22__waiting_runs.sql");
        try (var insert = database.prepareStatement(
                """
                insert into run (id, session_pk, tenant_id, namespace_id, run_id, agent_id, status, version, input_tokens,
                output_tokens, cached_tokens, reasoning_tokens, cost, created_at, updated_at)
                values (?, ?, 1, 1, ?, 'a', ?, 1, 0, 0, 0, 0, 0, 0, 0)""")) {
            for (int i = 1; i <= RUNS; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i % 2 == 0 ? 1 : i);
                insert.setString(3, "r" + (i % 2 == 0 ? i : 1));
                insert.setString(4, STATUSES.get(i % 5));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Executes what a migration does to the table of runs. */
    private static void migrate(String name) throws SQLException, IOException {
        try (var migration = RunQueryTest.class.getResourceAsStream("/db/h2/" + name);
                var statement = database.createStatement()) {
            for (var sql : new String(migration.readAllBytes(), StandardCharsets.UTF_8).split(";\n")) {
                if (sql.contains(" table run ") || sql.contains(" on run (")) {
                    statement.execute(sql);
                }
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        database.close();
    }

    private static List<String> column(String sql) throws SQLException {
        var plain = sql.replace(":scope", "1")
                .replace(":before", "" + RUNS)
                .replace(":run", "'r1'")
                .replace(":agent", "'a'");
        try (var statement = database.createStatement();
                var rows = statement.executeQuery(plain)) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    /** A page scans no runs of other statuses, and none after the page. */
    @ParameterizedTest
    @CsvSource({
        "session_pk,,,",
        "session_pk,paused,,",
        "session_pk,,a,",
        "session_pk,resumable,a,",
        "namespace_id,,,",
        "namespace_id,resumable,,",
        "namespace_id,paused,a,",
        "namespace_id,,,r1",
        "tenant_id,,,",
        "tenant_id,resumable,,",
        "tenant_id,,a,",
        "tenant_id,resumable,,r1",
        "tenant_id,paused,a,r1"
    })
    void pageScansRowsOfOnePageOnly(String column, String status, String agent, String run) throws SQLException {
        var filter = RunFilter.of(status, agent, run);
        var plan = column("explain analyze " + RunQuery.newest(column, filter, LIMIT))
                .get(0);
        int ranges = 0;
        for (var scanned = SCANNED.matcher(plan); scanned.find(); ranges++) {
            assertTrue(Integer.parseInt(scanned.group(1)) <= LIMIT + 1, plan);
        }
        assertEquals(filter.statuses().size(), ranges, plan);
    }

    @Test
    void newestOfAllStatusesComeFirst() throws SQLException {
        assertEquals(
                List.of("4999", "4998", "4997", "4996", "4995"),
                column(RunQuery.newest("tenant_id", RunFilter.of(null, null, null), LIMIT)));
        assertEquals(
                List.of("4996", "4991", "4986", "4981", "4976"),
                column(RunQuery.newest("tenant_id", RunFilter.of("paused", "a", null), LIMIT)));
        assertEquals(
                List.of("4997", "4993", "4991", "4987", "4983"),
                column(RunQuery.newest("namespace_id", RunFilter.of("resumable", null, "r1"), LIMIT)));
    }
}
