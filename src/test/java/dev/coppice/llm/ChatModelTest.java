package dev.coppice.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.llm.ChatFailure.Reason;
import dev.coppice.llm.LlmSettings.Provider;
import dev.coppice.support.Await;
import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls to a scripted model over real HTTP, in both protocols. It mostly waits, so it starts before others. */
@Order(1)
class ChatModelTest {

    private static final Duration SPARE = Duration.ofSeconds(30);
    private static ModelEndpoint endpoint;

    private ChatModel model;

    @BeforeAll
    static void start() {
        endpoint = new ModelEndpoint().start();
        // Load the classes of client and endpoint before tests with short timeouts.
        endpoint.play(ModelScript.answer("ready"));
        var model = model(Models.settings(Provider.OPENAI, endpoint.uri()));
        assertEquals("ready", model.complete(Models.request()));
        model.close();
    }

    @AfterAll
    static void stop() {
        endpoint.close();
    }

    @AfterEach
    void close() {
        if (model != null) {
            model.close();
        }
    }

    @Test
    void openAiRequestHasItsFormat() {
        endpoint.play(ModelScript.answer("Grüße 😀"));
        var request = new ChatRequest(
                "Be brief.",
                List.of(ChatMessage.user("1 + 1?"), new ChatMessage("assistant", "2"), ChatMessage.user("\"And\" 2?")),
                500,
                "named");
        assertEquals("Grüße 😀", model(Provider.OPENAI).complete(request));
        var asked = endpoint.asked().get(0);
        assertEquals("POST", asked.method());
        assertEquals("/v1/chat/completions", asked.path());
        assertEquals("Bearer " + ModelEndpoint.KEY, asked.headers().get("Authorization"));
        assertEquals("application/json", asked.headers().get("Content-Type"));
        assertEquals(
                Json.parse(
                        """
                        {"model":"named","max_tokens":500,"messages":[
                          {"role":"system","content":"Be brief."},
                          {"role":"user","content":"1 + 1?"},
                          {"role":"assistant","content":"2"},
                          {"role":"user","content":"\\"And\\" 2?"}]}"""),
                Json.parse(asked.body()));
    }

    @Test
    void anthropicRequestHasItsFormat() {
        endpoint.play(ModelScript.answer("Grüße 😀"));
        assertEquals("Grüße 😀", model(Provider.ANTHROPIC).complete(Models.request()));
        var asked = endpoint.asked().get(0);
        assertEquals("/v1/messages", asked.path());
        assertEquals(ModelEndpoint.KEY, asked.headers().get("x-api-key"));
        assertEquals("2023-06-01", asked.headers().get("anthropic-version"));
        assertNull(asked.headers().get("Authorization"));
        assertEquals(
                Json.parse(
                        """
                        {"model":"default-model","max_tokens":500,"system":"Be brief.",
                         "messages":[{"role":"user","content":"canary-text-31c7"}]}"""),
                Json.parse(asked.body()));
    }

    @ParameterizedTest
    @EnumSource
    void withoutConfiguredKeyNoneIsSent(Provider provider) {
        endpoint.play(ModelScript.answer("yes"));
        model = model(Models.settings(provider, endpoint.uri(), null, Models.PATIENT));
        assertEquals("yes", model.complete(Models.request()));
        var headers = endpoint.asked().get(0).headers();
        assertFalse(headers.containsKey("Authorization") || headers.containsKey("x-api-key"));
    }

    @Test
    void requestedTokensAreLimitedBySettings() {
        endpoint.play(ModelScript.answer("yes"));
        model(Provider.OPENAI).complete(new ChatRequest("", List.of(ChatMessage.user("?")), 1_000_000, null));
        assertTrue(endpoint.asked().get(0).body().contains("\"max_tokens\":1000,"));
    }

    @Test
    void textPartsAreJoined() {
        endpoint.play(
                ModelScript.body(
                        """
                {"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"one, "},{"type":"text","text":"two"}],
                 "stop_reason":"end_turn"}"""));
        assertEquals("one, two", model(Provider.ANTHROPIC).complete(Models.request()));
        endpoint.play(
                ModelScript.body(
                        """
                {"choices":[{"message":{"content":[{"type":"text","text":"one"}]}},{"message":{"content":"other"}}]}"""));
        assertEquals("one", model(Provider.OPENAI).complete(Models.request()));
    }

    @ParameterizedTest
    @EnumSource
    void invalidAnswerIsGarbledAndNotRetried(Provider provider) {
        for (var body : List.of(
                "",
                "<html>",
                "\0\0\0",
                "\"text\"",
                "[]",
                "{}",
                "{\"choices\":[],\"content\":[]}",
                "{\"choices\":{},\"content\":\"text\"}",
                "{\"choices\":[{\"message\":{\"content\":null}}],\"content\":[{\"type\":\"text\",\"text\":null}]}",
                "{\"choices\":[{\"message\":{\"content\":7}}],\"content\":7}",
                "{\"choices\":[{\"message\":{\"content\":\" \\n\"}}],\"content\":[{\"text\":\" \\n\"}]}",
                "{\"error\":{\"message\":\"no\"}}",
                "[".repeat(50_000),
                "{\"choices\":[{\"message\":{\"content\":\"half")) {
            endpoint.play(ModelScript.body(body));
            failure(Reason.GARBLED, model(provider));
            assertEquals(1, endpoint.asked().size(), body);
        }
    }

    @ParameterizedTest
    @EnumSource
    void interruptedAnswerIsGarbled(Provider provider) {
        endpoint.play(ModelScript.cut());
        failure(Reason.GARBLED, model(provider));
        assertEquals(1, endpoint.asked().size());
    }

    @ParameterizedTest
    @EnumSource
    void answerAtTokenLimitIsCutOff(Provider provider) {
        endpoint.play(ModelScript.cutOff("## Topic"));
        failure(Reason.CUT_OFF, model(provider));
    }

    @Test
    void hugeAnswerIsNotReadToItsEnd() {
        endpoint.play(ModelScript.huge(50 << 20));
        failure(Reason.TOO_LARGE, model(Provider.OPENAI));
        Await.until("the connection is closed", Duration.ofMinutes(1), () -> endpoint.hungUp() == 1);
        assertEquals(1, endpoint.asked().size());
    }

    @Test
    void slowAnswerTimesOut() {
        endpoint.play(ModelScript.slow());
        failure(Reason.TIMEOUT, impatient(endpoint.uri()));
        assertEquals(1, endpoint.asked().size());
    }

    @Test
    void answerThatStopsAfterItsHeadersTimesOut() {
        endpoint.play(ModelScript.hang());
        failure(Reason.TIMEOUT, impatient(endpoint.uri()));
    }

    @Test
    void answerThatDripsTimesOut() {
        endpoint.play(ModelScript.drip());
        failure(Reason.TIMEOUT, impatient(endpoint.uri()));
        Await.until("the connection is closed", Duration.ofMinutes(1), () -> endpoint.hungUp() == 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 413, 500, 501, 201, 204})
    void rejectedRequestIsNotRetried(int status) {
        endpoint.play(ModelScript.status(status));
        assertEquals(status, failure(Reason.REJECTED, model(Provider.OPENAI)).status());
        assertEquals(1, endpoint.asked().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504, 529})
    void busyEndpointIsTriedThreeTimes(int status) {
        endpoint.play(ModelScript.retryAfter(status, "0"));
        assertEquals(status, failure(Reason.REJECTED, model(Provider.ANTHROPIC)).status());
        assertEquals(3, endpoint.asked().size());
    }

    @Test
    void retryWaitsAsLongAsTheEndpointRequests() {
        endpoint.play(ModelScript.retryAfter(429, "1"), ModelScript.status(503), ModelScript.answer("at last"));
        long start = System.nanoTime();
        assertEquals("at last", model(Provider.OPENAI).complete(Models.request()));
        assertEquals(3, endpoint.asked().size());
        var atLeast = Duration.ofSeconds(1).plus(Models.SHORT_WAITS.firstDelay());
        assertTrue(System.nanoTime() - start >= atLeast.toNanos());
    }

    @Test
    void connectionClosedWithoutAnswerIsRetried() {
        endpoint.play(ModelScript.reset(), ModelScript.answer("there"));
        assertEquals("there", model(Provider.OPENAI).complete(Models.request()));
        assertEquals(2, endpoint.asked().size());
        endpoint.play(ModelScript.reset());
        failure(Reason.UNREACHABLE, model(Provider.OPENAI));
        assertEquals(3, endpoint.asked().size());
    }

    @Test
    void retryAfterBeyondTotalTimeoutFailsAtOnce() {
        endpoint.play(ModelScript.retryAfter(429, "3600"));
        var failure = assertTimeoutPreemptively(SPARE, () -> failure(Reason.REJECTED, model(Provider.OPENAI)));
        assertEquals(429, failure.status());
        assertEquals(1, endpoint.asked().size());
    }

    @Test
    void totalTimeoutCoversAllAttempts() {
        endpoint.play(ModelScript.status(503), ModelScript.slow());
        long start = System.nanoTime();
        failure(Reason.TIMEOUT, impatient(endpoint.uri()));
        assertTrue(System.nanoTime() - start < Models.IMPATIENT.plus(SPARE).toNanos());
        assertEquals(2, endpoint.asked().size());
    }

    @Test
    void redirectIsNotFollowed() {
        try (var elsewhere = new ModelEndpoint().start()) {
            endpoint.play(ModelScript.redirect(URI.create(elsewhere.uri() + "/chat/completions")));
            assertEquals(307, failure(Reason.REJECTED, model(Provider.OPENAI)).status());
            assertEquals(1, endpoint.asked().size());
            assertEquals(List.of(), elsewhere.asked());
        }
    }

    @Test
    void closedPortIsUnreachable() {
        model = model(Models.settings(Provider.OPENAI, new ModelEndpoint().uri()));
        failure(Reason.UNREACHABLE, model);
    }

    @Test
    void serverThatNeverReadsTimesOut() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            failure(Reason.TIMEOUT, impatient(URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/v1")));
        }
    }

    @Test
    void missingBaseUrlIsNotConfigured() {
        model = model(Models.settings(Provider.OPENAI, null));
        var failure = failure(Reason.NOT_CONFIGURED, model);
        assertTrue(failure.getMessage().contains("coppice.llm.base-url"));
    }

    @Test
    void interruptedCallEnds() throws InterruptedException {
        assertEndsCall(ModelScript.slow(), Thread::interrupt);
    }

    @Test
    void closedClientEndsItsCalls() throws InterruptedException {
        assertEndsCall(ModelScript.slow(), caller -> model.close());
    }

    @Test
    void closedClientEndsPauseBeforeRetry() throws InterruptedException {
        assertEndsCall(ModelScript.retryAfter(503, "18"), caller -> model.close());
    }

    private void assertEndsCall(ModelScript script, Consumer<Thread> end) throws InterruptedException {
        endpoint.play(script);
        model(Provider.OPENAI);
        var failure = new AtomicReference<ChatFailure>();
        var caller =
                new Thread(() -> failure.set(assertThrows(ChatFailure.class, () -> model.complete(Models.request()))));
        caller.start();
        Await.until("the model is asked", SPARE, () -> !endpoint.asked().isEmpty());
        end.accept(caller);
        caller.join(SPARE.toMillis());
        assertEquals(Reason.STOPPED, failure.get().reason());
    }

    @Test
    void noThreadsRemainAfterClose() {
        var before = Thread.getAllStackTraces().keySet();
        try (var own = new ModelEndpoint().start()) {
            impatient(own.uri());
            for (var script : List.of(
                    ModelScript.drip(),
                    ModelScript.hang(),
                    ModelScript.cut(),
                    ModelScript.huge(50 << 20),
                    ModelScript.status(500),
                    ModelScript.answer("x"))) {
                own.play(script);
                try {
                    model.complete(Models.request());
                } catch (ChatFailure e) {
                    // Expected: all scripts but the last fail.
                }
            }
            Await.until("the client is idle", Duration.ofMinutes(1), () -> startedSince(before) == 1);
            model.close();
            model = null;
        }
        Await.until("the client has ended", Duration.ofMinutes(1), () -> startedSince(before) == 0);
    }

    /**
     * Returns the number of client threads that were not in {@code before}. The threads of other classes, which run at
     * the same time, end when their clients are collected.
     */
    private static long startedSince(Set<Thread> before) {
        System.gc();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.startsWith("HttpClient-") || name.startsWith("test-model-"))
                .count();
    }

    private ChatModel model(Provider provider) {
        close();
        return model = model(Models.settings(provider, endpoint.uri()));
    }

    private ChatModel impatient(URI baseUrl) {
        close();
        return model = model(Models.settings(Provider.OPENAI, baseUrl, ModelEndpoint.KEY, Models.IMPATIENT));
    }

    private static ChatModel model(LlmSettings settings) {
        var threads = Executors.defaultThreadFactory();
        return new ChatModel(settings, Models.SHORT_WAITS, work -> {
            var thread = threads.newThread(work);
            thread.setName("test-model-" + thread.getId());
            return thread;
        });
    }

    private static ChatFailure failure(Reason reason, ChatModel model) {
        var failure = assertTimeoutPreemptively(
                Models.PATIENT.plus(SPARE),
                () -> assertThrows(ChatFailure.class, () -> model.complete(Models.request())));
        assertEquals(reason, failure.reason(), failure::getMessage);
        return failure;
    }
}
