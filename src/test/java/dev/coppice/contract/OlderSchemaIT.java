package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/**
 * The upgrade of a filled database. Rows of all tables are written by a server, then stored in the schema of an older
 * version; the next start migrates them. From version 19 on migrations only add, so the older schema can have the rows.
 */
@RunsAlone(value = "has a server of its own, which stops", ownServer = true)
class OlderSchemaIT extends Contract {
    /** The last version that is not required to only add. */
    private static final String OLDER = "18";

    private static final String MIGRATIONS = "coppice_migration";

    /** Tables whose rows stay those of the older schema. */
    private static final Set<String> WRITTEN_BY_MIGRATIONS = Set.of(MIGRATIONS, "lease");

    private static final Duration BOUND = Duration.ofMinutes(2);

    private static final List<String> READ = List.of(
            "/v1/sessions",
            "/v1/sessions/s",
            "/v1/sessions/s/history",
            "/v1/sessions/s/history?leafId=c",
            "/v1/sessions/s/messages/b",
            "/v1/sessions/s/runs/r",
            "/v1/sessions/s/state",
            "/v1/sessions/s/values/k",
            "/v1/sessions/fork/history",
            "/v1/runs",
            "/v1/agents/a");

    /** A row by the names of its columns. */
    private record Row(Map<String, Object> values) {}

    @Test
    void filledDatabaseOfAnOlderVersionIsMigrated() throws SQLException {
        try (var server = CoppiceServer.named("older-schema")
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SEARCH_CATCH_UP", "PT50S")
                .start()) {
            fill(server.api());
            var before = read(server.api());
            server.stop();
            storeInOlderSchema(server);
            server.restart();
            assertEquals(before, read(server.api()));
            assertWritable(server.api());
        }
    }

    private static void fill(Api api) {
        api.put("/v1/agents/{}", "a").json("{\"maxMessages\":100}").send().expect(201);
        api.put(SESSION, "s")
                .json(Json.object("agent", "a", "metadata", Map.of("k", "v")))
                .send()
                .expect(201);
        append(api, "s", message("a", "The walnut"), message("b", "The hazel"), message("c", "The almond"));
        api.post(MESSAGES, "s")
                .json("{\"parentId\":\"b\",\"messages\":[" + message("c2", "Another branch") + "]}")
                .send()
                .expect(201);
        api.post("/v1/sessions/{}/fork", "s")
                .json(Json.object("id", "fork"))
                .send()
                .expect(201);
        append(api, "fork", message("f", "The fork"));
        RunApi.saveRun(api, "s", "r", "{'status':'running'}").expect(201);
        api.put(StateApi.VALUE, "s", "k").json("{\"n\":7}").send().expect(201);
        api.patch(StateApi.STATE, "s").json("{\"step\":1}").send().expect(200);
    }

    private static void append(Api api, String session, String... messages) {
        api.post(MESSAGES, session).json(batch(messages)).send().expect(201);
    }

    private static Map<String, String> read(Api api) {
        var texts = new LinkedHashMap<String, String>();
        for (var path : READ) {
            texts.put(path, api.get(path).send().expect(200).text());
        }
        return texts;
    }

    private static void storeInOlderSchema(CoppiceServer server) throws SQLException {
        Map<String, List<Row>> rows;
        var database = server.database();
        String url;
        try (var connection = Databases.connect(server)) {
            rows = rows(connection);
            url = database.isOnServer()
                    ? database.url()
                    : connection.getMetaData().getURL();
        }
        for (var table : List.of("session", "message", "branch", "run", "credential", "event_log")) {
            assertTrue(!rows.get(table).isEmpty(), table + " has no rows");
        }
        var flyway = Flyway.configure()
                .dataSource(
                        url,
                        database.isOnServer() ? database.user() : "coppice",
                        database.isOnServer() ? database.password() : "coppice")
                .locations("classpath:db/" + url.split(":")[1])
                .table(MIGRATIONS)
                .placeholderReplacement(false)
                .cleanDisabled(false)
                .target(OLDER)
                .load();
        flyway.clean();
        flyway.migrate();
        try (var connection = Databases.connect(server)) {
            assertTrue(!columns(connection, "run").contains("waits_for"), "the schema is the older one");
            for (var table : tables(connection)) {
                store(connection, table, rows.getOrDefault(table, List.of()));
            }
            if (!database.isOnServer()) {
                // The server has stored in the file that H2 stays open without connections.
                connection.createStatement().execute("shutdown");
            }
        }
    }

    private static Map<String, List<Row>> rows(Connection connection) throws SQLException {
        var rows = new TreeMap<String, List<Row>>();
        for (var table : tables(connection)) {
            var found = new ArrayList<Row>();
            try (var all = connection.createStatement().executeQuery("select * from " + table)) {
                while (all.next()) {
                    found.add(row(all));
                }
            }
            rows.put(table, found);
        }
        return rows;
    }

    private static Row row(ResultSet row) throws SQLException {
        var values = new LinkedHashMap<String, Object>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            var value = row.getObject(i);
            values.put(
                    row.getMetaData().getColumnName(i).toLowerCase(),
                    value instanceof Blob blob ? blob.getBytes(1, (int) blob.length()) : value);
        }
        return new Row(values);
    }

    /** The tables with data, which the server has written. */
    private static List<String> tables(Connection connection) throws SQLException {
        var tables = new ArrayList<String>();
        try (var found = connection
                .getMetaData()
                .getTables(
                        connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (found.next()) {
                var name = found.getString("TABLE_NAME").toLowerCase();
                if (!WRITTEN_BY_MIGRATIONS.contains(name)) {
                    tables.add(name);
                }
            }
        }
        return tables;
    }

    private static List<String> columns(Connection connection, String table) throws SQLException {
        try (var none = connection.createStatement().executeQuery("select * from " + table + " where 1 = 0")) {
            var columns = new ArrayList<String>();
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                columns.add(none.getMetaData().getColumnName(i).toLowerCase());
            }
            return columns;
        }
    }

    /** Replaces the rows of a table. Columns that the older schema does not have are left out. */
    private static void store(Connection connection, String table, List<Row> rows) throws SQLException {
        var columns = columns(connection, table);
        connection.createStatement().execute("delete from " + table);
        var marks = columns.stream().map(column -> "?").collect(Collectors.joining(", "));
        var sql = "insert into " + table + " (" + String.join(", ", columns) + ") values (" + marks + ")";
        try (var insert = connection.prepareStatement(sql)) {
            for (var row : rows) {
                for (int i = 0; i < columns.size(); i++) {
                    insert.setObject(i + 1, row.values().get(columns.get(i)));
                }
                insert.executeUpdate();
            }
        }
        continueNumbers(connection, table);
    }

    /** MariaDB goes on after the greatest number by itself. */
    private static void continueNumbers(Connection connection, String table) throws SQLException {
        if (connection.getMetaData().getURL().startsWith("jdbc:mariadb:")) {
            return;
        }
        try (var none = connection.createStatement().executeQuery("select * from " + table + " where 1 = 0")) {
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                if (none.getMetaData().isAutoIncrement(i)) {
                    continueNumbers(connection, table, none.getMetaData().getColumnName(i));
                }
            }
        }
    }

    private static void continueNumbers(Connection connection, String table, String column) throws SQLException {
        try (var statement = connection.createStatement();
                var last = statement.executeQuery("select coalesce(max(" + column + "), 0) from " + table)) {
            last.next();
            connection
                    .createStatement()
                    .execute("alter table " + table + " alter column " + column + " restart with "
                            + (last.getLong(1) + 1));
        }
    }

    /** Writes to tables that the older schema has, and to those that it did not have. */
    private static void assertWritable(Api api) {
        append(api, "s", message("after", "The migrated pecan"));
        assertEquals("after", api.get(HISTORY, "s").send().expect(200).at("/leafId"));
        RunApi.saveRun(api, "s", "r2", "{'status':'running'}").expect(201);
        api.put("/v1/tenants/{}", "t").json("{\"sessions\":5}").send().expect(200);
        assertTrue(api.get("/v1/admin/audit").send().expect(200).text().contains("tenant.changed"));
        for (var word : List.of("walnut", "pecan")) {
            Await.until(
                    word + " is found",
                    BOUND,
                    () -> api.get("/v1/sessions/{}/search", "s")
                                    .query("q", word)
                                    .send()
                                    .expect(200)
                                    .json()
                                    .path("items")
                                    .size()
                            > 0);
        }
    }
}
