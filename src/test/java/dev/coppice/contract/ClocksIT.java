package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.EventStream;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.WrongClock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Four nodes on one database whose clocks are wrong: a day ahead, a day behind, five minutes ahead, and one whose
 * local time jumps to summer time while it runs. Times and order are those of the database's clock. Runs in the
 * profile {@code chaos}.
 */
@EnabledIf(
        value = "dev.coppice.support.Databases#areOnServer",
        disabledReason = "several nodes are for a database that all reach")
@DatabaseNeutral
@ExtendWith(WrongClock.class)
@Tag("chaos-only")
class ClocksIT {
    /** Minutes of a day. */
    private static final long DAY = 1440;

    private static final int WRITERS = 8;
    private static final int MESSAGES_PER_PHASE = 200;
    private static final int SESSIONS = 40;
    private static final String LEASE = "PT10S";
    private static final String MODEL_TIMEOUT = "PT5M";
    private static final Duration LONG = Duration.ofMinutes(2);

    /** When local time jumps in Berlin, and the time from the server's start until then. */
    private static final Instant SUMMER_TIME = Instant.parse("2027-03-28T01:00:00Z");

    private static final Duration BEFORE_SUMMER_TIME = Duration.ofSeconds(60);

    /** How long a token is valid that expires during the test. */
    private static final Duration SHORT_LIFE = Duration.ofSeconds(15);

    /** How far times may differ from those of the test, which uses the database's clock. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private static final ModelEndpoint MODEL = new ModelEndpoint();
    private static final List<CoppiceServer> SERVERS = new ArrayList<>();

    @BeforeAll
    static void startServers() {
        MODEL.start();
        start("clock-ahead", Duration.ofDays(1), "UTC");
        start("clock-behind", Duration.ofDays(-1), "UTC");
        start("clock-minutes", Duration.ofMinutes(5), "UTC");
        start("clock-summer", Duration.between(Instant.now().plus(BEFORE_SUMMER_TIME), SUMMER_TIME), "Europe/Berlin");
    }

    private static void start(String name, Duration ahead, String timeZone) {
        var plan = CoppiceServer.named(name);
        WrongClock.environment(ahead, timeZone).forEach(plan::environment);
        MODEL.environment().forEach(plan::environment);
        plan.environment("COPPICE_LLM_TIMEOUT", MODEL_TIMEOUT)
                .environment("COPPICE_LLM_TOTAL_TIMEOUT", MODEL_TIMEOUT)
                .environment("COPPICE_COMPACTION_LEASE", LEASE);
        if (!SERVERS.isEmpty()) {
            plan.database(SERVERS.get(0).database());
        }
        SERVERS.add(plan.start());
    }

    @AfterAll
    static void stopServers() {
        Collections.reverse(SERVERS);
        SERVERS.forEach(CoppiceServer::close);
        MODEL.close();
    }

    private static Api node(int number) {
        return new Api(SERVERS.get(number).uri(), SERVERS.get(0).token());
    }

    private static List<Api> nodes() {
        return List.of(node(0), node(1), node(2), node(3));
    }

    @Test
    void clocksAreWrong() {
        var minutes = SERVERS.stream().map(ClocksIT::minutesAhead).toList();
        assertEquals(List.of(DAY, -DAY, 5L), minutes.subList(0, 3));
        assertTrue(minutes.get(3) > DAY, minutes.toString());
    }

    /** Minutes from the time of the database to that in a header that the node's own clock sets. */
    private static long minutesAhead(CoppiceServer server) {
        var api = new Api(server.uri(), SERVERS.get(0).token());
        var date = api.get("/health/live").send().headers().firstValue("Date").orElseThrow();
        var own = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
        return Math.round(Duration.between(Instant.now(), own).toSeconds() / 60.0);
    }

    @Test
    void messagesOfAllNodesFormOnePath() {
        var session = FeedApi.sessionIn(node(0), "");
        var writers = new NodeWriters(session, nodes());
        var streams = new ArrayList<>(List.of(FeedApi.watch(node(0), session)));
        ParallelClients.of(WRITERS + 1, member -> {
            if (member < WRITERS) {
                writers.write(member);
                return null;
            }
            try {
                writers.awaitMore(MESSAGES_PER_PHASE);
                for (var node : nodes().subList(1, SERVERS.size())) {
                    follow(streams, node, session);
                    writers.awaitMore(MESSAGES_PER_PHASE);
                }
            } finally {
                writers.stop();
            }
            return null;
        });
        var history = node(1).get(Contract.HISTORY, session).send().expect(200);
        for (var node : nodes()) {
            DurabilityIT.assertStoredOnce(node, session, writers.acknowledged());
        }
        assertReceivedOnce(streams, history.all("/messages", "id"));
        System.out.printf("%d appends by four nodes%n", writers.acknowledged().size());
    }

    /** Of messages that come without a time. */
    @Test
    void messagesOfAllNodesHaveTimesOfTheDatabase() {
        var began = Instant.now();
        var session = FeedApi.sessionIn(node(0), "");
        for (var node : nodes()) {
            node.post(Contract.MESSAGES, session)
                    .json("{\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"a\"}]}]}")
                    .send()
                    .expect(201);
        }
        var times = node(1).get(Contract.HISTORY, session).send().expect(200).all("/messages", "createdAt");
        assertEquals(SERVERS.size(), times.size());
        assertTimes(times, began, Instant.now());
    }

    /** Continues on another node after the last event that the node before has sent. */
    private static void follow(List<EventStream> streams, Api node, String session) {
        var last = streams.get(streams.size() - 1);
        last.close();
        streams.add(FeedApi.resume(node, session, last.lastEventId()));
    }

    private static void assertReceivedOnce(List<EventStream> streams, List<String> path) {
        Await.until("the feed has all events", LONG, () -> received(streams).size() >= path.size());
        streams.forEach(EventStream::close);
        assertEquals(path, received(streams), "each event once, in the order of the path");
    }

    private static List<String> received(List<EventStream> streams) {
        return streams.stream()
                .flatMap(stream -> stream.all("MessageAppended", "messageId").stream())
                .toList();
    }

    private static void assertTimes(List<String> times, Instant from, Instant to) {
        for (var time : times) {
            var at = Instant.parse(time);
            assertTrue(at.isAfter(from.minus(TOLERANCE)) && at.isBefore(to.plus(TOLERANCE)), time + " after " + from);
        }
    }

    /** Sessions are listed in the order of their last changes. */
    @Test
    void pagesHaveEachSessionOnce() {
        var began = Instant.now();
        var user = Contract.unique("user");
        var created = new HashSet<String>();
        for (int n = 0; n < SESSIONS; n++) {
            var id = Contract.unique("s");
            node(n % SERVERS.size())
                    .post("/v1/sessions")
                    .json(Json.object("id", id, "userId", user))
                    .send()
                    .expect(201);
            created.add(id);
        }
        var listed = new ArrayList<String>();
        var updated = new ArrayList<String>();
        for (String cursor = ""; cursor != null; ) {
            var call = node(listed.size() % SERVERS.size()).get("/v1/sessions").query("userId", user);
            var page = (cursor.isEmpty() ? call : call.query("cursor", cursor))
                    .query("limit", 7)
                    .send()
                    .expect(200);
            listed.addAll(page.all("/items", "id"));
            updated.addAll(page.all("/items", "updatedAt"));
            cursor = page.at("/nextCursor");
        }
        assertEquals(SESSIONS, listed.size());
        assertEquals(created, new HashSet<>(listed));
        assertEquals(updated.stream().sorted(Collections.reverseOrder()).toList(), updated);
        assertTimes(updated, began, Instant.now());
    }

    @Test
    void tokenExpiresByTheClockOfTheDatabase() {
        var expiresAt = Instant.now().plus(SHORT_LIFE);
        var token = node(0).post("/v1/tokens")
                .json(Json.object("scopes", List.of("read"), "expiresAt", expiresAt.toString()))
                .send()
                .expect(201)
                .at("/token");
        nodes().forEach(node ->
                node.as(token).get("/v1/sessions").query("limit", 1).send().expect(200));
        Await.until(
                "all nodes refuse the token",
                LONG,
                () -> nodes().stream()
                                .filter(node -> refuses(node.as(token), expiresAt))
                                .count()
                        == SERVERS.size());
        assertTrue(Instant.now().isBefore(expiresAt.plus(LONG)));
    }

    private static boolean refuses(Api api, Instant expiresAt) {
        boolean isRefused = api.get("/v1/sessions").query("limit", 1).send().status() == 401;
        assertTrue(!isRefused || Instant.now().plus(TOLERANCE).isAfter(expiresAt), "refused too early");
        return isRefused;
    }

    @Test
    void leaseOfNodeAheadExpiresForNodeBehind() {
        compactWhileFrozen(0, 1);
    }

    @Test
    void leaseOfNodeBehindIsKeptByNodeAhead() {
        compactWhileFrozen(1, 0);
    }

    /**
     * One node is frozen while it compacts. Its lease holds for the other node, then expires; the summary that the
     * frozen node gets later is refused.
     */
    private static void compactWhileFrozen(int holder, int other) {
        var session = sessionToCompact();
        var gate = new CompactionApi.Gate();
        MODEL.play(gate.answering("A late summary."), ModelScript.answer("A summary in time."));
        var late = CompletableFuture.supplyAsync(() -> compact(node(holder).within(LONG), session));
        CompactionApi.Gate.await(gate.asked());
        SERVERS.get(holder).freeze();
        try {
            compact(node(other), session).problem(409, "compaction-conflict");
            Await.until(
                    "the lease of the frozen node expires",
                    LONG,
                    () -> compact(node(other), session).status() == 200);
        } finally {
            SERVERS.get(holder).thaw();
            gate.open().countDown();
        }
        late.join().problem(409, "compaction-conflict");
        var text =
                node(holder).get(Contract.HISTORY, session).send().expect(200).text();
        assertTrue(text.contains("A summary in time.") && !text.contains("A late summary."), text);
    }

    private static HttpAnswer compact(Api node, String session) {
        return node.post(CompactionApi.COMPACT, session).send();
    }

    private static String sessionToCompact() {
        var agent = Contract.unique("agent");
        PromptApi.declare(node(0), agent, "'compaction':{" + CompactionApi.SMALL + ",'summarizer':'llm'},")
                .expect(201);
        var id = Contract.unique("s");
        node(0).post("/v1/sessions")
                .json(Json.object("id", id, "agent", agent))
                .send()
                .expect(201);
        node(0).post(Contract.MESSAGES, id)
                .json(CompactionApi.talk(0, 20))
                .send()
                .expect(201);
        return id;
    }
}
