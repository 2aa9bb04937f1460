package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.EventStream;
import dev.coppice.support.MariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;

/** Two nodes with the default intervals: few statements while nothing happens, and events in time when they happen. */
@EnabledIf(value = "dev.coppice.support.Databases#mariaDb", disabledReason = "two nodes need a shared database")
@DatabaseNeutral
@RunsAlone("counts statements per second and measures the delay of events")
@Order(IndexApi.FIRST)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IdleNodesIT extends FeedApi {
    private static final String USER = "idle_nodes";
    private static final int SECONDS = 10;
    private static final int MAX_STATEMENTS_PER_SECOND = 5;
    private static final int ROUNDS = 9;
    private static final long MAX_DELAY_MILLIS = 1000;
    private static final Duration SOON = Duration.ofMinutes(1);

    private static CoppiceServer first;
    private static CoppiceServer second;

    /** The nodes have a database user of their own, so that the database counts their statements apart from others. */
    @BeforeAll
    static void startServers() throws SQLException {
        var database = MariaDb.shared().create(USER);
        try (var root = root();
                var statement = root.createStatement()) {
            statement.execute("create or replace user '" + USER + "'@'127.0.0.1' identified by '" + USER + "'");
            statement.execute("grant all on " + USER + ".* to '" + USER + "'@'127.0.0.1'");
            statement.execute("set global userstat = 1");
        }
        var own = new Database(database.url(), USER, USER);
        first = CoppiceServer.named("idle-1").database(own).start();
        second = CoppiceServer.named("idle-2").database(own).start();
    }

    @AfterAll
    static void stopServers() throws SQLException {
        second.close();
        first.close();
        try (var root = root();
                var statement = root.createStatement()) {
            statement.execute("set global userstat = 0");
        }
    }

    /** Runs first: a stream that the other test has closed is checked until the next heartbeat. */
    @Test
    @Order(1)
    void idleNodesSendFewStatements() throws SQLException {
        try (var root = root()) {
            Await.until("the index of the second node is built", SOON, () -> {
                var health = second().get("/health/ready").send().expect(200).json();
                return health.at("/index/state").asText().equals("ok");
            });
            long before = number(root, STATEMENTS);
            long end = number(root, SECONDS_NOW) + SECONDS;
            Await.until("the seconds have passed", SOON, () -> number(root, SECONDS_NOW) >= end);
            long sent = number(root, STATEMENTS) - before;
            int limit = 2 * MAX_STATEMENTS_PER_SECOND * (SECONDS + 1);
            assertTrue(sent > 0, "the statements are counted");
            assertTrue(sent <= limit, sent + " statements of two nodes in " + SECONDS + " s");
        }
    }

    private static final String SECONDS_NOW = "select unix_timestamp()";
    private static final String STATEMENTS =
            """
            select coalesce(sum(select_commands + update_commands + other_commands), 0)
            from information_schema.user_statistics where user = '%s'"""
                    .formatted(USER);

    @Test
    @Order(2)
    void eventOfOneNodeReachesReadersOfOtherWithinSecond() {
        assertInTime(first.api(), second());
        assertInTime(second(), first.api());
    }

    private static void assertInTime(Api writer, Api reader) {
        var session = sessionIn(writer, "");
        var delays = new ArrayList<Long>();
        try (var stream = watch(reader, session)) {
            for (int round = 0; round < ROUNDS; round++) {
                append(writer, session, "", "m" + round).send().expect(201);
                long acknowledged = System.nanoTime();
                delays.add((lastReceived(stream, round + 1) - acknowledged) / 1_000_000);
            }
        }
        long median = delays.stream().sorted().skip(ROUNDS / 2).findFirst().orElseThrow();
        assertTrue(median <= MAX_DELAY_MILLIS, "milliseconds: " + delays);
    }

    private static long lastReceived(EventStream stream, int count) {
        return stream.untilEvents(count).events().get(count - 1).receivedAt();
    }

    private static Api second() {
        return new Api(second.uri(), first.token());
    }

    private static Connection root() throws SQLException {
        return DriverManager.getConnection(MariaDb.shared().url("mysql"), "root", "");
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
