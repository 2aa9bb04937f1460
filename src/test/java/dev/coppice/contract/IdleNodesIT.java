package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.EventStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;

/** Two nodes with the default intervals: few statements while nothing happens, and events in time when they happen. */
@EnabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "two nodes need a shared database")
@DatabaseNeutral
@RunsAlone(
        value = "counts statements per second and measures the delay of events",
        ownServer = true,
        mostlyWaits = true)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IdleNodesIT extends FeedApi {
    private static final Duration SPAN = Duration.ofSeconds(10);
    private static final int MAX_STATEMENTS_PER_SECOND = 5;
    private static final int ROUNDS = 9;
    private static final long MAX_DELAY_MILLIS = 1000;
    private static final Duration SOON = Duration.ofMinutes(1);

    private static CoppiceServer first;
    private static CoppiceServer second;

    /** The nodes have a database of their own, whose statements are counted. */
    @BeforeAll
    static void startServers() {
        first = CoppiceServer.named("idle-1")
                .environment("COPPICE_NODE", "idle-1")
                .start();
        second = CoppiceServer.named("idle-2")
                .database(first.database())
                .environment("COPPICE_NODE", "idle-2")
                .start();
    }

    @AfterAll
    static void stopServers() {
        second.close();
        first.close();
    }

    /** Runs first: a stream that the other test has closed is checked until the next heartbeat. */
    @Test
    @Order(1)
    void idleNodesSendFewStatements() throws SQLException {
        Await.until("the index of the second node is built", SOON, () -> {
            var health = second().get("/health/ready").send().expect(200).json();
            return health.at("/index/state").asText().equals("ok");
        });
        long begin = System.nanoTime();
        long before = statements();
        Await.until("the seconds have passed", SOON, () -> System.nanoTime() - begin >= SPAN.toNanos());
        long sent = statements() - before;
        // A busy machine may have let more seconds pass.
        var passed = Duration.ofNanos(System.nanoTime() - begin);
        long limit = 2 * MAX_STATEMENTS_PER_SECOND * (passed.toSeconds() + 1);
        assertTrue(sent > 0, "the statements are counted");
        assertTrue(sent <= limit, sent + " statements of two nodes in " + passed);
    }

    private static long statements() throws SQLException {
        return Databases.server().statements(first.database());
    }

    @Test
    @Order(2)
    void eventOfOneNodeReachesReadersOfOtherWithinSecond() {
        assertInTime(first.api(), second());
        assertInTime(second(), first.api());
    }

    /** Measures again if it took too long: other work on the machine makes events late, but never early. */
    private static void assertInTime(Api writer, Api reader) {
        var delays = delays(writer, reader);
        for (int again = 0; again < 4 && median(delays) > MAX_DELAY_MILLIS; again++) {
            delays = delays(writer, reader);
        }
        assertTrue(median(delays) <= MAX_DELAY_MILLIS, "milliseconds: " + delays);
    }

    private static List<Long> delays(Api writer, Api reader) {
        var session = sessionIn(writer, "");
        var delays = new ArrayList<Long>();
        try (var stream = watch(reader, session)) {
            for (int round = 0; round < ROUNDS; round++) {
                append(writer, session, "", "m" + round).send().expect(201);
                long acknowledged = System.nanoTime();
                delays.add((lastReceived(stream, round + 1) - acknowledged) / 1_000_000);
            }
        }
        return delays;
    }

    private static long median(List<Long> delays) {
        return delays.stream().sorted().skip(ROUNDS / 2).findFirst().orElseThrow();
    }

    private static long lastReceived(EventStream stream, int count) {
        return stream.untilEvents(count).events().get(count - 1).receivedAt();
    }

    private static Api second() {
        return new Api(second.uri(), first.token());
    }
}
