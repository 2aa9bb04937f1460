package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CommitProxy;
import dev.coppice.support.CommitProxy.Fault;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection to the database fails: at a commit, so that the server does not know whether the transaction was
 * committed, and at each other step of a request. The request is refused with 503 or done. Repeating it settles which,
 * and nothing is stored twice. Runs in the profile {@code chaos}.
 */
@Tag("chaos-only")
class CutConnectionIT {
    private static final int WRITERS = 6;
    private static final int DISTURBED = 12;
    private static final int EVERY = 7;
    private static final int MOST_STEPS = 200;
    private static final Duration LONG = Duration.ofMinutes(5);

    /** How long the server waits for an answer of its database; longer than {@link Fault#DELAY}. */
    private static final int ANSWER_SECONDS = 10;

    /** That, and the time in which a writer waits for others of its session. */
    private static final Duration SETTLED = Duration.ofSeconds(2 * ANSWER_SECONDS);

    private static CommitProxy proxy;
    private static CoppiceServer server;

    @BeforeAll
    static void start() {
        Assumptions.assumeTrue(Databases.areOnServer(), "cuts connections to a database server");
        var database = Databases.fresh("cut");
        proxy = CommitProxy.before(database);
        // Background tasks would use steps of their own.
        server = CoppiceServer.named("cut")
                .database(proxy.through(database))
                .environment("COPPICE_DB_ANSWER_SECONDS", String.valueOf(ANSWER_SECONDS))
                .environment("COPPICE_EVENTS_INTERVAL", "PT1H")
                .environment("COPPICE_SEARCH_INTERVAL", "PT1H")
                .environment("COPPICE_SWEEP_INTERVAL", "PT1H")
                .start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            proxy.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void repeatedAppendIsStoredOnce(Fault fault) {
        var api = server.api();
        var session = FeedApi.sessionIn(api, "");
        Map<String, HttpAnswer> acknowledged = new ConcurrentHashMap<>();
        var known = new AtomicInteger();
        var slowest = new ArrayList<Duration>();
        int before = proxy.disturbed();
        proxy.disturb(fault, EVERY);
        try {
            ParallelClients.of(WRITERS, writer -> {
                for (int n = 0; proxy.disturbed() < before + DISTURBED; n++) {
                    var id = "w" + writer + "x" + n;
                    acknowledged.put(id, appendUntilAcknowledged(api, session, id, known, slowest));
                }
                return null;
            });
        } finally {
            proxy.disturb(null, 1);
        }
        Await.until(
                "the server answers again",
                LONG,
                () -> append(api, session, "last").status() < 300);
        acknowledged.put("last", append(api, session, "last").expect(200));
        assertRows(api, session, acknowledged);
        var longest = slowest.stream().max(Duration::compareTo).orElse(Duration.ZERO);
        System.out.printf(
                "%s: %d commits disturbed, %d appends acknowledged, %d of them by a repetition,"
                        + " longest answer %.1f s%n",
                fault, proxy.disturbed() - before, acknowledged.size(), known.get(), longest.toMillis() / 1e3);
        assertTrue(longest.compareTo(SETTLED) < 0, "longest answer: " + longest);
    }

    /** A request that changes a session, and whether all of the change is visible. */
    private enum Change {
        APPEND(
                (api, session) -> FeedApi.append(api, session, "", "n1", "n2", "n3"),
                (api, session) -> path(api, session).containsAll(List.of("n1", "n2", "n3"))),
        DELETE(
                (api, session) ->
                        api.delete(Contract.MESSAGES, session).query("id", "m1").query("id", "m2"),
                (api, session) -> path(api, session).equals(List.of("m0", "m3"))),
        COMPACT(
                (api, session) -> api.post("/v1/sessions/{}/compactions", session)
                        .json("{\"fromMessageId\":\"m1\",\"toMessageId\":\"m2\",\"summary\":\"short\"}"),
                (api, session) -> path(api, session).size() == 3),
        FORK(
                (api, session) -> api.post("/v1/sessions/{}/fork", session)
                        .json("{\"id\":\"fork-of-" + session + "\",\"atMessageId\":\"m2\"}"),
                (api, session) -> path(api, "fork-of-" + session).equals(List.of("m0", "m1", "m2"))),
        REMOVE((api, session) -> api.delete(Contract.SESSION, session), Change::isGone),
        ERASE((api, session) -> api.delete(MemoryApi.USER, userOf(session)), Change::isGone);

        private final BiFunction<Api, String, HttpCall> request;
        private final BiPredicate<Api, String> isDone;

        Change(BiFunction<Api, String, HttpCall> request, BiPredicate<Api, String> isDone) {
            this.request = request;
            this.isDone = isDone;
        }

        private static boolean isGone(Api api, String session) {
            return api.get(Contract.SESSION, session).send().status() == 404;
        }
    }

    private static String userOf(String session) {
        return "user-of-" + session;
    }

    /** A session with four messages. */
    private static String session(Api api) {
        var id = Contract.unique("s");
        api.post("/v1/sessions")
                .json(Json.object("id", id, "userId", userOf(id)))
                .send()
                .expect(201);
        FeedApi.append(api, id, "", "m0", "m1", "m2", "m3").send().expect(201);
        return id;
    }

    private static List<String> path(Api api, String session) {
        var history = api.get(Contract.HISTORY, session).send();
        return history.status() == 404 ? List.of() : history.expect(200).all("/messages", "id");
    }

    /** The connection is cut before the first request to the database, the second, and so on until none is left. */
    @ParameterizedTest
    @EnumSource
    void failureAtAnyStepChangesNothingOrAll(Change change) {
        var api = server.api();
        var step = 0;
        boolean wasCut;
        var refused = 0;
        do {
            step++;
            var session = session(api);
            proxy.cutAt(step);
            var answer = change.request.apply(api, session).send();
            wasCut = proxy.hasCut();
            var where = change + " cut at step " + step + ": " + answer;
            assertTrue(answer.status() < 300 || answer.status() == 503, where);
            if (answer.status() == 503) {
                refused++;
                assertNotNull(answer.header("Retry-After"), where);
            }
            settle(api, session);
            boolean isDone = change.isDone.test(api, session);
            assertTrue(isDone || answer.status() == 503, where);
            if (!isDone) {
                assertEquals(List.of("m0", "m1", "m2", "m3"), path(api, session), where);
                change.request.apply(api, session).send();
                assertTrue(change.isDone.test(api, session), "repeated after " + where);
            }
            if (change != Change.REMOVE && change != Change.ERASE) {
                append(api, session, "next").expect(201);
            }
        } while (wasCut && step < MOST_STEPS);
        System.out.printf("%s: cut at each of %d steps, %d requests refused%n", change, step - 1, refused);
        assertTrue(step > 3 && step < MOST_STEPS, step + " steps");
    }

    /** Connections that were cut while nobody used them fail once more. */
    private static void settle(Api api, String session) {
        Await.until("the server reads again", LONG, () -> {
            int status = api.get(Contract.SESSION, session).send().status();
            return status == 200 || status == 404;
        });
    }

    private static HttpAnswer append(Api api, String session, String id) {
        return FeedApi.append(api, session, "", id).send();
    }

    private static HttpAnswer appendUntilAcknowledged(
            Api api, String session, String id, AtomicInteger known, List<Duration> slowest) {
        var answer = new HttpAnswer[1];
        Await.until("append of " + id, LONG, () -> {
            answer[0] = append(api, session, id);
            synchronized (slowest) {
                slowest.add(answer[0].took());
            }
            if (answer[0].status() != 200 && answer[0].status() != 201) {
                assertNotNull(answer[0].expect(503).header("Retry-After"), answer[0].toString());
            }
            return answer[0].status() < 300;
        });
        known.addAndGet(answer[0].status() == 200 ? 1 : 0);
        return answer[0];
    }

    /** The history has exactly the acknowledged messages, each once and below the acknowledged parent. */
    private static void assertRows(Api api, String session, Map<String, HttpAnswer> acknowledged) {
        var path = api.get(Contract.HISTORY, session).send().expect(200).all("/messages", "id");
        assertEquals(acknowledged.size(), path.size(), "each message is stored once");
        assertTrue(acknowledged.keySet().containsAll(path), "only acknowledged messages are stored");
        for (var i = 0; i < path.size(); i++) {
            var parent = acknowledged.get(path.get(i)).at("/appended/0/parentId");
            assertEquals(i == 0 ? null : path.get(i - 1), parent, path.get(i));
        }
        var stored = Contract.allEntries(api, session, 200).stream()
                .map(entry -> entry.at("/message/id").asString())
                .toList();
        assertEquals(path, stored, "no branch");
        assertFalse(path.isEmpty());
    }
}
