package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SharedServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Deleted text is removed from the tables, not only from the answers. Not on H2, whose file only its server can open. */
@DatabaseNeutral
@ResourceLock(SharedServer.MODEL)
class ErasureIT extends MemoryApi {

    /** Sweeps remove rows in steps, and the events of a session are kept for some time after it. */
    private static final Duration LONG = Duration.ofMinutes(3);

    private static final Set<Integer> TEXTS = Set.of(
            Types.CHAR,
            Types.VARCHAR,
            Types.LONGVARCHAR,
            Types.CLOB,
            Types.BINARY,
            Types.VARBINARY,
            Types.LONGVARBINARY,
            Types.BLOB);

    private final String canary = unique("canary");

    @BeforeEach
    void requireTables() {
        assumeTrue(Databases.areOnServer(), "only the server can open the file of H2");
    }

    /** The columns, as {@code table.column}, that contain the text, once per row. */
    static List<String> columnsContaining(String text) throws SQLException {
        try (var connection = Databases.connect(SharedServer.server())) {
            var found = new ArrayList<String>();
            for (var table : tables(connection)) {
                try (var statement = connection.createStatement();
                        var rows = statement.executeQuery("select * from " + table)) {
                    collectColumns(text, table, rows, found);
                }
            }
            return found;
        }
    }

    static List<String> tables(Connection connection) throws SQLException {
        var tables = new ArrayList<String>();
        try (var rows =
                connection.getMetaData().getTables(connection.getCatalog(), null, "%", new String[] {"TABLE"})) {
            while (rows.next()) {
                tables.add(rows.getString("TABLE_NAME"));
            }
        }
        assertTrue(tables.size() > 3, tables.toString());
        return tables;
    }

    private static void collectColumns(String text, String table, ResultSet rows, List<String> found)
            throws SQLException {
        var columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            for (var column = 1; column <= columns; column++) {
                if (!TEXTS.contains(rows.getMetaData().getColumnType(column))) {
                    continue;
                }
                var bytes = rows.getBytes(column);
                if (bytes != null && new String(bytes, StandardCharsets.UTF_8).contains(text)) {
                    found.add(table + "." + rows.getMetaData().getColumnName(column));
                }
            }
        }
    }

    @Test
    void canaryIsFoundInTables() throws SQLException {
        append(session(), message("a", canary)).expect(201);
        assertTrue(
                columnsContaining(canary).contains("message.body"),
                columnsContaining(canary).toString());
    }

    @Test
    void deletedMessageIsWiped() throws SQLException {
        var id = sessionWithMessages(2);
        append(id, message("secret", canary), message("after", "x")).expect(201);
        api().delete(MESSAGE, id, "secret").send().expect(204);
        assertEquals(List.of(), columnsContaining(canary));
    }

    @Test
    void oldBodyOfUpdatedMessageIsWiped() throws SQLException {
        var id = sessionWithMessages(1);
        append(id, message("secret", canary), message("after", "x")).expect(201);
        api().put(MESSAGE, id, "secret")
                .json(message("secret", "harmless"))
                .send()
                .expect(200);
        assertEquals(List.of(), columnsContaining(canary));
        var second = unique("canary");
        api().put(MESSAGE, id, "secret").json(message("secret", second)).send().expect(200);
        assertFalse(columnsContaining(second).isEmpty());
        api().put(MESSAGE, id, "secret")
                .json(message("secret", "harmless again"))
                .send()
                .expect(200);
        assertEquals(List.of(), columnsContaining(second));
        api().put(MESSAGE, id, "secret").json(message("secret", second)).send().expect(200);
        api().delete(MESSAGE, id, "secret").send().expect(204);
        assertEquals(List.of(), columnsContaining(second));
    }

    @Test
    void clearedSessionKeepsNoText() {
        var id = session();
        append(id, message("a", canary), message("b", canary)).expect(201);
        api().put(MESSAGE, id, "a")
                .json(message("a", canary + " changed"))
                .send()
                .expect(200);
        api().post(SESSION + "/clear", id).send().expect(200);
        Await.until("the text is wiped", LONG, () -> columnsContaining(canary).isEmpty());
    }

    @Test
    void deletedSessionIsWiped() {
        var id = "s-" + canary;
        create(Json.object("id", id, "name", canary, "userId", canary, "metadata", Json.object(canary, canary)))
                .expect(201);
        api().post(MESSAGES, id)
                .header("Idempotency-Key", unique("key"))
                .json(batch(message("a-" + canary, canary), message("b", canary)))
                .send()
                .expect(201);
        appendUnder(id, "a-" + canary, message("c", canary)).expect(201);
        api().delete(SESSION, id).send().expect(204);
        Await.until("the text is wiped", LONG, () -> {
            var remaining = columnsContaining(canary);
            // The event log keeps the event of the delete, which contains the session's id but no content.
            remaining.removeIf(place -> place.toLowerCase(Locale.ROOT).startsWith("event"));
            if (!remaining.isEmpty()) {
                throw new IllegalStateException("Left behind: " + remaining);
            }
            return true;
        });
    }

    /** Their names were also in the answers stored with the idempotency keys of the source. */
    @Test
    void sourceKeepsNoTextOfDeletedForkOrSuccessor() {
        var source = sessionWithMessages(1);
        for (var operation : List.of("fork", "split")) {
            var created = api().post(SESSION + "/" + operation, source)
                    .header("Idempotency-Key", unique("key"))
                    .json(
                            operation.equals("fork")
                                    ? Json.object("name", canary)
                                    : Json.object("name", canary, "summary", canary))
                    .send()
                    .expect(201);
            api().delete(SESSION, created.at("/id")).send().expect(204);
        }
        Await.until("the text is wiped", LONG, () -> columnsContaining(canary).isEmpty());
        assertEquals(List.of("m0"), path(source));
    }

    @Test
    void erasedUserIsWiped() {
        SharedServer.model().play(ModelScript.answer(canary), ModelScript.answer("{\"tone\":\"" + canary + "\"}"));
        var user = "user-" + canary;
        var agent = agent(
                "{'label':'memory','scope':'user'}", "{'label':'notes','provider':{'type':'search'},'scope':'user'}");
        var id = unique("s");
        create(Json.object("id", id, "agent", agent, "userId", user)).expect(201);
        append(id, message("a", canary)).expect(201);
        write(id, "memory", canary).expect(200);
        write(id, "memory", canary + " again").expect(200);
        putEntry(id, "notes", "key-" + canary, canary, canary).expect(201);
        prompt(id);
        api().post(SUMMARY, id).header("Idempotency-Key", unique("key")).send().expect(200);
        api().post(PROFILE, user)
                .header("Idempotency-Key", unique("key"))
                .send()
                .expect(200);
        api().delete(USER, user).send().expect(200);
        Await.until("the text is wiped", LONG, () -> {
            var remaining = columnsContaining(canary);
            // The audit log names the user, because it is the proof of the erasure.
            remaining.removeIf("audit_entry.target"::equals);
            if (!remaining.isEmpty()) {
                throw new IllegalStateException("Left behind: " + remaining);
            }
            return true;
        });
    }

    @Test
    void tokensAreNotStored() throws SQLException {
        var token = token(unique("t"), "read");
        assertEquals(List.of(), columnsContaining(token));
        assertFalse(columnsContaining(SharedServer.server().token()).size() > 0);
    }
}
