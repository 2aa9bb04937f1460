package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every table and the index, after a session that had something of everything went: on a server of its own, whose tables
 * have nothing else in them. Looked at on MariaDB, whose tables are open. A table that is new must be filled by the
 * {@link RichSession} or named here, or these tests fail.
 */
@DatabaseNeutral
class EverythingGoesIT extends Contract {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String ID = "rich";

    /** Tables of what is no session's: who calls, names as numbers, agents, users, where log, sweep and index stand. */
    private static final Set<String> OTHERS = Set.of(
            "tenant",
            "namespace",
            "credential",
            "agent",
            "user_profile",
            "event_sequence",
            "event_trim",
            "index_checkpoint",
            "lease",
            "coppice_migration");

    /**
     * Must be empty afterwards too, and are filled in other tests: what a fork holds ({@link ForkErasureIT}), what a model has
     * made ({@link SummaryIT}, {@link ProfileIT}), what waits for the purge, which sessions ended, how far the log was trimmed ({@link FeedTrimIT}).
     */
    private static final Set<String> MAY_BE_EMPTY =
            Set.of("old_text", "session_summary", "profiled_session", "run_leftover", "session_trim", "ended_session");

    /** What a clear leaves: the session with its blocks, its prompt, its answered calls. */
    private static final Set<String> STAY_WHEN_CLEARED = Set.of(
            "session",
            "session_label",
            "session_block",
            "tree",
            "context_owner",
            "context_store",
            "context_version",
            "context_entry",
            "frozen_prompt",
            "state_value",
            "state_item",
            "session_state",
            "run",
            "run_message",
            "idempotent_call",
            "event_log");

    private static CoppiceServer server;
    private static Connection database;

    private final String canary = unique("canary");

    @BeforeAll
    static void start() throws SQLException {
        assumeTrue(Databases.mariaDb(), "H2's file is the server's own");
        server = CoppiceServer.named("everything")
                .environment("COPPICE_SWEEP_INTERVAL", "PT0.2S")
                .environment("COPPICE_EVENTS_KEEP_ENDED", "PT0.5S")
                .environment("COPPICE_EVENTS_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .start();
        database = Databases.connect(server);
    }

    @AfterAll
    static void stop() throws SQLException {
        if (server != null) {
            database.close();
            server.close();
        }
    }

    @BeforeEach
    void forgetWhoWentBefore() throws SQLException {
        try (var statement = database.createStatement()) {
            statement.executeUpdate("delete from event_log");
        }
    }

    private static Api node() {
        return server.api();
    }

    /** Rows of every table of the schema that is not among the others. */
    private static Map<String, Long> rows() throws SQLException {
        var rows = new TreeMap<String, Long>();
        try (var statement = database.createStatement()) {
            var names = new TreeSet<String>();
            try (var tables = statement.executeQuery(
                    "select table_name from information_schema.tables where table_schema = database()")) {
                while (tables.next()) {
                    names.add(tables.getString(1).toLowerCase(Locale.ROOT));
                }
            }
            names.removeAll(OTHERS);
            for (var name : names) {
                // Events that only the index reads are no session's: numbers of rows that were purged.
                var whose = name.equals("event_log") ? " where session_pk > 0" : "";
                try (var count = statement.executeQuery("select count(*) from `" + name + "`" + whose)) {
                    count.next();
                    rows.put(name, count.getLong(1));
                }
            }
        }
        return rows;
    }

    private static String log() throws SQLException {
        try (var statement = database.createStatement();
                var rows =
                        statement.executeQuery("select type, data from event_log where session_pk > 0 order by id")) {
            var log = new StringBuilder();
            while (rows.next()) {
                log.append(rows.getString(1))
                        .append(' ')
                        .append(new String(rows.getBytes(2)))
                        .append('\n');
            }
            return log.toString();
        }
    }

    /** Makes the session, and makes sure that it fills every table. */
    private void makeRich() {
        new RichSession(node(), ID, canary).make();
        Await.until("something is in every table", SOON, () -> {
            var empty = rows();
            empty.values().removeIf(count -> count > 0);
            empty.keySet().removeAll(MAY_BE_EMPTY);
            if (!empty.isEmpty()) {
                throw new IllegalStateException("The rich session has nothing in " + empty.keySet());
            }
            return true;
        });
        Await.until("it is indexed", SOON, () -> documents() >= 7);
    }

    private static long documents() {
        return node().get("/v1/admin/index").send().expect(200).number("/documents");
    }

    /** Waits until nothing is left but one event that tells of it, without a text. */
    private void gone(String event) throws SQLException {
        Await.until("nothing is left", SOON, () -> {
            var left = rows();
            left.values().removeIf(count -> count == 0);
            if (!left.equals(Map.of("event_log", 1L)) || documents() > 0) {
                throw new IllegalStateException("Left: " + left + ", documents: " + documents());
            }
            return true;
        });
        assertEquals(event + " {\"sessionId\":\"" + ID + "\",\"namespace\":\"\"}\n", log());
    }

    @Test
    void ofADeletedSessionNothingIsLeft() throws SQLException {
        makeRich();
        node().delete(SESSION, ID).send().expect(204);
        gone("SessionDeleted");
    }

    @Test
    void ofAnExpiredSessionNothingIsLeft() throws SQLException {
        makeRich();
        node().patch(SESSION, ID).json("{\"ttlSeconds\":1}").send().expect(200);
        gone("SessionExpired");
    }

    @Test
    void ofAClearedSessionNoMessageIsLeft() throws SQLException {
        makeRich();
        node().post(SESSION + "/clear", ID).send().expect(200);
        Await.until("no message is left", SOON, () -> {
            var left = rows();
            left.keySet().removeAll(STAY_WHEN_CLEARED);
            left.values().removeIf(count -> count == 0);
            if (!left.isEmpty()) {
                throw new IllegalStateException("Left: " + left);
            }
            return rows().get("tree") == 1;
        });
        Await.until("no message is indexed, and its entries are", SOON, () -> documents() == 2);
        assertNotEquals(0, rows().get("context_entry"));
        node().delete(SESSION, ID).send().expect(204);
        gone("SessionDeleted");
    }

    @Test
    void whatIsNotRetainedIsPurged() throws SQLException {
        node().post("/v1/sessions")
                .json("{\"id\":\"rich\",\"maxMessages\":3}")
                .send()
                .expect(201);
        for (int i = 0; i < 40; i++) {
            node().post(MESSAGES, ID)
                    .json(batch(message("m" + i, canary), message("n" + i, canary)))
                    .send()
                    .expect(201);
            if (i % 3 == 0) {
                node().put(MESSAGE, ID, "m" + i)
                        .json(message("m" + i, canary + " anew"))
                        .send()
                        .expect(200);
            }
        }
        Await.until("three are left", SOON, () -> {
            var left = rows();
            return left.get("message") == 3 && left.get("edit") <= 1 && left.get("trim_line") == 1 && documents() == 3;
        });
        // Each on a branch of its own: a branch goes with its last message.
        for (int i = 0; i < 12; i++) {
            var parent = node().get(SESSION, ID).send().expect(200).at("/leafId");
            for (var twin : new String[] {"x", "y"}) {
                node().post(MESSAGES, ID)
                        .json(withMembers("\"parentId\":\"" + parent + "\"", message(twin + i, canary)))
                        .send()
                        .expect(201);
            }
            node().delete(MESSAGE, ID, "x" + i).send().expect(204);
        }
        Await.until("little is left", SOON, () -> rows().get("message") < 12);
        node().delete(SESSION, ID).send().expect(204);
        gone("SessionDeleted");
    }
}
