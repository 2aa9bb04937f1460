package dev.coppice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which requests the client repeats, for how long, and with which idempotency key. */
class RetryTest {
    private static final String APPENDED =
            "{\"appended\":[{\"id\":\"m\",\"parentId\":null,\"inserted\":true,\"tokens\":5}],\"leafId\":\"m\",\"tokens\":5}";

    private final ScriptedServer server = new ScriptedServer();

    RetryTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private Session session(Duration timeout, Duration deadline) {
        return server.client().times(timeout, deadline).session("s");
    }

    private Session session() {
        return session(Duration.ofSeconds(20), Duration.ofSeconds(40));
    }

    @Test
    void appendIsRepeatedWithTheSameKey() {
        server.problem(503, "busy", "Retry-After: 0")
                .problem(429, "busy")
                .problem(409, "busy", "Retry-After: 0")
                .lost()
                .broken("application/json", "{\"appended\":[")
                .answer(201, APPENDED);
        var appended = session().append(Message.user("Hello"));
        assertEquals("m", appended.lastId());
        assertTrue(appended.messages().get(0).inserted());
        assertEquals(6, server.requests().size());
        assertEquals(1, server.header("Idempotency-Key").size(), "one key for all attempts");
        assertEquals("Bearer secret", server.header("Authorization").get(0));
        assertTrue(server.requests().stream()
                .allMatch(request -> request.endsWith("{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}")));
    }

    @Test
    void everyAppendHasItsOwnKey() {
        server.answer(201, APPENDED).answer(201, APPENDED);
        session().append(Message.user("Hello"));
        session().append(Message.user("Hello"));
        assertEquals(2, server.header("Idempotency-Key").size());
    }

    @Test
    void retryAfterIsHonoured() {
        server.problem(503, "busy", "Retry-After: 2").answer(201, APPENDED);
        long started = System.nanoTime();
        session().append(Message.user("Hello"));
        assertTrue(System.nanoTime() - started >= 2_000_000_000L);
    }

    @Test
    void waitBeyondTheDeadlineIsNotBegun() {
        server.problem(503, "busy", "Retry-After: 3600");
        var problem = assertThrows(CoppiceProblem.class, () -> session().get());
        assertEquals("busy", problem.code());
        assertEquals(503, problem.status());
    }

    @Test
    void deadlineEndsRepetition() {
        for (int i = 0; i < 30; i++) {
            server.lost();
        }
        var problem = assertThrows(CoppiceProblem.class, () -> session(Duration.ofSeconds(5), Duration.ofSeconds(3))
                .get());
        assertEquals(CoppiceProblem.UNREACHABLE, problem.code());
        assertEquals(0, problem.status());
        assertTrue(server.requests().size() > 1);
    }

    @Test
    void refusedRequestIsNotRepeated() {
        server.answer(
                409,
                "{\"status\":409,\"code\":\"stale-leaf\",\"detail\":\"moved\",\"leafId\":\"a1\",\"errors\":[{\"pointer\":\"/x\",\"detail\":\"d\"}]}");
        var stale = assertThrows(StaleLeaf.class, () -> session().append(Message.user("Hello")));
        assertEquals("a1", stale.leafId());
        assertEquals("/x", stale.errors().get(0).pointer());
        assertEquals("stale-leaf: moved [FieldError[pointer=/x, detail=d]]", stale.toString());
        assertEquals(1, server.requests().size());
    }

    @Test
    void answerThatDoesNotComeIsAskedForAgain() {
        server.silent().hanging("application/json", "{\"appended\":[").answer(201, APPENDED);
        var appended = session(Duration.ofSeconds(3), Duration.ofSeconds(60)).append(Message.user("Hello"));
        assertEquals("m", appended.lastId());
        assertEquals(1, server.header("Idempotency-Key").size());
    }

    @Test
    void deleteWhoseAnswerWasLostIsDone() {
        server.lost().problem(404, "session-not-found");
        session().delete();
        server.problem(404, "session-not-found");
        assertThrows(CoppiceProblem.class, () -> session().delete());
    }

    @Test
    void conditionalWriteWhoseAnswerWasLostIsNotRepeated() {
        server.problem(503, "busy", "Retry-After: 0").lost();
        var state = session().state();
        var problem = assertThrows(CoppiceProblem.class, () -> state.put("{}", 3L));
        assertEquals(CoppiceProblem.UNREACHABLE, problem.code());
        assertEquals(2, server.requests().size());
        assertEquals("\"3\"", server.header("If-Match").get(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void conditionalWriteOfUnknownOutcomeIsNotRepeated(int status) {
        server.foreign(status);
        var state = session().state();
        var problem = assertThrows(CoppiceProblem.class, () -> state.put("{}", 3L));
        assertEquals(status, problem.status());
        assertEquals(1, server.requests().size());
    }

    @Test
    void databaseMayHaveExecutedWhatItDidNotAnswer() {
        server.problem(503, "unavailable", "Retry-After: 7").problem(503, "unavailable");
        var state = session().state();
        var problem = assertThrows(CoppiceProblem.class, () -> state.put("{}", 3L));
        assertEquals(Duration.ofSeconds(7), problem.retryAfter().orElseThrow());
        assertThrows(CoppiceProblem.class, () -> server.client().send("POST", "/v1/tokens", "{}"));
        assertEquals(2, server.requests().size());
    }

    @Test
    void writeWithoutConditionIsRepeatedAfterTheAnswerOfAProxy() {
        server.foreign(502).foreign(504).answer(200, "{}", "ETag: \"4\"");
        assertEquals(4, session().state().put("{}").version());
        server.foreign(502).problem(404, "session-not-found");
        session().delete();
        assertEquals(5, server.requests().size());
    }

    @Test
    void halfOfASurrogatePairIsNotReplaced() {
        server.answer(201, APPENDED);
        session().append(Message.of("{\"role\":\"user\",\"content\":\"\uD83C\uDF33 \uD83C\"}"));
        assertTrue(server.requests().get(0).endsWith("\"\uD83C\uDF33 \\ud83c\"}]}"), server.requests()::toString);
        assertThrows(IllegalArgumentException.class, () -> session().message("m\uD83C"));
        assertEquals(1, server.requests().size());
    }

    @Test
    void answerOfAProxyIsNoProblemOfCoppice() {
        server.foreign(502).answer(201, APPENDED).foreign(404);
        assertEquals("m", session().append(Message.user("Hello")).lastId());
        var problem = assertThrows(CoppiceProblem.class, () -> session().get());
        assertEquals("foreign", problem.code());
        assertEquals(404, problem.status());
        var known = session();
        server.answer(201, APPENDED).foreign(404).answer(201, APPENDED);
        known.append(Message.user("Hello"));
        known.append(Message.user("The server was stopping."));
    }

    @Test
    void interruptEndsTheWait() throws InterruptedException {
        server.problem(503, "busy", "Retry-After: 30");
        var thrown = new AtomicReference<Throwable>();
        var flag = new AtomicReference<Boolean>();
        var thread = new Thread(() -> {
            thrown.set(assertThrows(CoppiceProblem.class, () -> session().get()));
            flag.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        while (server.requests().isEmpty()) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        thread.join();
        assertEquals(CoppiceProblem.INTERRUPTED, ((CoppiceProblem) thrown.get()).code());
        assertTrue(flag.get(), "the interrupt flag is set");
    }
}
