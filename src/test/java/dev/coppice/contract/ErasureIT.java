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

/** What is deleted is gone from the tables, not only from the answers. Looked at on MariaDB, whose tables are open. */
@DatabaseNeutral
@ResourceLock(SharedServer.MODEL)
class ErasureIT extends MemoryApi {

    /** Sweeps do it bit by bit, and the events of a session stay a while after it. */
    private static final Duration LONG = Duration.ofSeconds(90);

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
    void onlyWhereTablesAreOpen() {
        assumeTrue(Databases.mariaDb(), "H2's file is the server's own");
    }

    /** The columns of all tables in which the text occurs. */
    static List<String> places(String text) throws SQLException {
        try (var connection = Databases.connect(SharedServer.server())) {
            var places = new ArrayList<String>();
            for (var table : tables(connection)) {
                try (var statement = connection.createStatement();
                        var rows = statement.executeQuery("select * from `" + table + "`")) {
                    find(text, table, rows, places);
                }
            }
            return places;
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
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

    private static void find(String text, String table, ResultSet rows, List<String> places) throws SQLException {
        var columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            for (var column = 1; column <= columns; column++) {
                if (!TEXTS.contains(rows.getMetaData().getColumnType(column))) {
                    continue;
                }
                var bytes = rows.getBytes(column);
                if (bytes != null && new String(bytes, StandardCharsets.UTF_8).contains(text)) {
                    places.add(table + "." + rows.getMetaData().getColumnName(column));
                }
            }
        }
    }

    @Test
    void theCanaryIsFoundAtAll() throws SQLException {
        append(session(), message("a", canary)).expect(201);
        assertTrue(places(canary).contains("message.body"), places(canary).toString());
    }

    @Test
    void aDeletedMessageIsWiped() throws SQLException {
        var id = sessionWithMessages(2);
        append(id, message("secret", canary), message("after", "x")).expect(201);
        api().delete(MESSAGE, id, "secret").send().expect(204);
        assertEquals(List.of(), places(canary));
    }

    @Test
    void theOldBodyOfAnUpdatedMessageIsWiped() throws SQLException {
        var id = sessionWithMessages(1);
        append(id, message("secret", canary), message("after", "x")).expect(201);
        api().put(MESSAGE, id, "secret")
                .json(message("secret", "harmless"))
                .send()
                .expect(200);
        assertEquals(List.of(), places(canary));
        var second = unique("canary");
        api().put(MESSAGE, id, "secret").json(message("secret", second)).send().expect(200);
        assertFalse(places(second).isEmpty());
        api().put(MESSAGE, id, "secret")
                .json(message("secret", "harmless again"))
                .send()
                .expect(200);
        assertEquals(List.of(), places(second));
        api().put(MESSAGE, id, "secret").json(message("secret", second)).send().expect(200);
        api().delete(MESSAGE, id, "secret").send().expect(204);
        assertEquals(List.of(), places(second));
    }

    @Test
    void aClearedSessionKeepsNoText() {
        var id = session();
        append(id, message("a", canary), message("b", canary)).expect(201);
        api().put(MESSAGE, id, "a")
                .json(message("a", canary + " changed"))
                .send()
                .expect(200);
        api().post(SESSION + "/clear", id).send().expect(200);
        Await.until("the text is gone", LONG, () -> places(canary).isEmpty());
    }

    @Test
    void nothingOfADeletedSessionStaysBehind() {
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
        Await.until("all is gone", LONG, () -> {
            var left = places(canary);
            // The event log tells afterwards that a session of this id was deleted: ids, never contents.
            left.removeIf(place -> place.toLowerCase(Locale.ROOT).startsWith("event"));
            if (!left.isEmpty()) {
                throw new IllegalStateException("Left behind: " + left);
            }
            return true;
        });
    }

    /** Their names were also in the answers that they were made with, to calls of their source. */
    @Test
    void nothingOfADeletedForkOrSuccessorStaysBehindAtItsSource() {
        var source = sessionWithMessages(1);
        for (var how : List.of("fork", "split")) {
            var made = api().post(SESSION + "/" + how, source)
                    .header("Idempotency-Key", unique("key"))
                    .json(
                            how.equals("fork")
                                    ? Json.object("name", canary)
                                    : Json.object("name", canary, "summary", canary))
                    .send()
                    .expect(201);
            api().delete(SESSION, made.at("/id")).send().expect(204);
        }
        Await.until("all is gone", LONG, () -> places(canary).isEmpty());
        assertEquals(List.of("m0"), path(source));
    }

    @Test
    void nothingOfAnErasedUserStaysBehind() {
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
        Await.until("all is gone", LONG, () -> {
            var left = places(canary);
            if (!left.isEmpty()) {
                throw new IllegalStateException("Left behind: " + left);
            }
            return true;
        });
    }

    @Test
    void tokensAreNotStored() throws SQLException {
        var token = token(unique("t"), "read");
        assertEquals(List.of(), places(token));
        assertFalse(places(SharedServer.server().token()).size() > 0);
    }
}
