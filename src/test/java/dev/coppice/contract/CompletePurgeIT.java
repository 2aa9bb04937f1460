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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks every table and the index after the delete, expiry or clear of a session with rows in every table. Runs on a
 * server of its own, whose tables contain nothing else, and not on H2, whose file only its server can open. A new
 * table must be filled by {@link RichSession} or listed here, or these tests fail.
 */
@DatabaseNeutral
class CompletePurgeIT extends Contract {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String ID = "rich";

    /**
     * Tables without session data: credentials, names, agents, profiles, audit log, quotas, and positions of log, sweep
     * and index.
     */
    private static final Set<String> TABLES_WITHOUT_SESSION_DATA = Set.of(
            "tenant",
            "namespace",
            "credential",
            "agent",
            "user_profile",
            "audit_entry",
            "tenant_quota",
            "tenant_usage",
            "event_sequence",
            "event_trim",
            "index_checkpoint",
            "lease",
            "coppice_migration");

    /**
     * Must be empty afterwards too, but are filled in other tests: texts retained for forks ({@link ForkErasureIT}),
     * output of models ({@link SummaryIT}, {@link ProfileIT}), rows to purge, ended sessions, and positions to which
     * the log is trimmed ({@link FeedTrimIT}).
     */
    private static final Set<String> MAY_BE_EMPTY =
            Set.of("old_text", "session_summary", "profiled_session", "run_leftover", "session_trim", "ended_session");

    /** Kept by a clear: the session with its blocks, prompt, state, runs and idempotency keys. */
    private static final Set<String> KEPT_BY_CLEAR = Set.of(
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
        assumeTrue(Databases.areOnServer(), "only the server can open the file of H2");
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
    void emptyEventLog() throws SQLException {
        try (var statement = database.createStatement()) {
            statement.executeUpdate("delete from event_log");
        }
    }

    private static Api node() {
        return server.api();
    }

    /** The number of rows by table, without {@link #TABLES_WITHOUT_SESSION_DATA}. */
    private static Map<String, Long> rows() throws SQLException {
        var rows = new TreeMap<String, Long>();
        try (var statement = database.createStatement()) {
            var names = new TreeSet<>(ErasureIT.tables(database));
            names.removeAll(TABLES_WITHOUT_SESSION_DATA);
            for (var name : names) {
                // Events with session 0 are read by the index only: keys of purged rows.
                var condition = name.equals("event_log") ? " where session_pk > 0" : "";
                try (var count = statement.executeQuery("select count(*) from " + name + condition)) {
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

    /** Creates the session and checks that it fills every table. */
    private void createRichSession() {
        new RichSession(node(), ID, canary).make();
        Await.until("every table has rows", SOON, () -> {
            var empty = rows();
            empty.values().removeIf(count -> count > 0);
            empty.keySet().removeAll(MAY_BE_EMPTY);
            if (!empty.isEmpty()) {
                throw new IllegalStateException("The rich session has no rows in " + empty.keySet());
            }
            return true;
        });
        Await.until("the session is indexed", SOON, () -> documents() >= 7);
    }

    private static long documents() {
        return node().get("/v1/admin/index").send().expect(200).number("/documents");
    }

    /** Waits until only one event remains, which contains ids but no text. */
    private void assertOnlyEventRemains(String event) throws SQLException {
        Await.until("only the event remains", SOON, () -> {
            var remaining = rows();
            remaining.values().removeIf(count -> count == 0);
            if (!remaining.equals(Map.of("event_log", 1L)) || documents() > 0) {
                throw new IllegalStateException("Remaining: " + remaining + ", documents: " + documents());
            }
            return true;
        });
        assertEquals(event + " {\"sessionId\":\"" + ID + "\",\"namespace\":\"\"}\n", log());
    }

    @Test
    void deletedSessionLeavesNothing() throws SQLException {
        createRichSession();
        node().delete(SESSION, ID).send().expect(204);
        assertOnlyEventRemains("SessionDeleted");
    }

    @Test
    void expiredSessionLeavesNothing() throws SQLException {
        createRichSession();
        node().patch(SESSION, ID).json("{\"ttlSeconds\":1}").send().expect(200);
        assertOnlyEventRemains("SessionExpired");
    }

    @Test
    void clearedSessionLeavesNoMessages() throws SQLException {
        createRichSession();
        node().post(SESSION + "/clear", ID).send().expect(200);
        Await.until("no message remains", SOON, () -> {
            var remaining = rows();
            remaining.keySet().removeAll(KEPT_BY_CLEAR);
            remaining.values().removeIf(count -> count == 0);
            if (!remaining.isEmpty()) {
                throw new IllegalStateException("Remaining: " + remaining);
            }
            return rows().get("tree") == 1;
        });
        Await.until("only the entries are indexed", SOON, () -> documents() == 2);
        assertNotEquals(0, rows().get("context_entry"));
        node().delete(SESSION, ID).send().expect(204);
        assertOnlyEventRemains("SessionDeleted");
    }

    @Test
    void messagesBeyondRetentionArePurged() throws SQLException {
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
        Await.until("three messages remain", SOON, () -> {
            var remaining = rows();
            return remaining.get("message") == 3
                    && remaining.get("edit") <= 1
                    && remaining.get("trim_line") == 1
                    && documents() == 3;
        });
        // Each message is on a branch of its own; a branch is purged with its last message.
        for (int i = 0; i < 12; i++) {
            var parent = node().get(SESSION, ID).send().expect(200).at("/leafId");
            for (var prefix : new String[] {"x", "y"}) {
                node().post(MESSAGES, ID)
                        .json(withMembers("\"parentId\":\"" + parent + "\"", message(prefix + i, canary)))
                        .send()
                        .expect(201);
            }
            node().delete(MESSAGE, ID, "x" + i).send().expect(204);
        }
        Await.until("fewer than 12 messages remain", SOON, () -> rows().get("message") < 12);
        node().delete(SESSION, ID).send().expect(204);
        assertOnlyEventRemains("SessionDeleted");
    }
}
