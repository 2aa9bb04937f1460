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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a model over real HTTP, in both formats. */
class ChatModelTest {

    private static final Duration SPARE = Duration.ofSeconds(20);
    private static ModelEndpoint endpoint;

    private ChatModel model;

    @BeforeAll
    static void start() {
        endpoint = new ModelEndpoint().start();
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
    void openAiIsAskedInItsFormat() {
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
    void anthropicIsAskedInItsFormat() {
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
    void withoutAKeyNoneIsSent(Provider provider) {
        endpoint.play(ModelScript.answer("yes"));
        model = model(Models.settings(provider, endpoint.uri(), null, Models.PATIENT));
        assertEquals("yes", model.complete(Models.request()));
        var headers = endpoint.asked().get(0).headers();
        assertFalse(headers.containsKey("Authorization") || headers.containsKey("x-api-key"));
    }

    @Test
    void noMoreTokensAreAskedForThanTheSettingsAllow() {
        endpoint.play(ModelScript.answer("yes"));
        model(Provider.OPENAI).complete(new ChatRequest("", List.of(ChatMessage.user("?")), 1_000_000, null));
        assertTrue(endpoint.asked().get(0).body().contains("\"max_tokens\":1000,"));
    }

    @Test
    void textsInPiecesAreOneText() {
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
    void whatIsNoAnswerIsGarbledAndNotAskedForAgain(Provider provider) {
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
    void anAnswerThatBreaksOffIsGarbled(Provider provider) {
        endpoint.play(ModelScript.cut());
        failure(Reason.GARBLED, model(provider));
        assertEquals(1, endpoint.asked().size());
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatEndedForWantOfTokensIsNone(Provider provider) {
        endpoint.play(ModelScript.cutOff("## Topic"));
        failure(Reason.CUT_OFF, model(provider));
    }

    @Test
    void aHugeAnswerIsNotReadToItsEnd() {
        endpoint.play(ModelScript.huge(50 << 20));
        failure(Reason.TOO_LARGE, model(Provider.OPENAI));
        Await.until("the connection is closed", Duration.ofSeconds(10), () -> endpoint.hungUp() == 1);
        assertEquals(1, endpoint.asked().size());
    }

    @Test
    void aSlowAnswerIsNotWaitedFor() {
        endpoint.play(ModelScript.slow());
        failure(Reason.TIMEOUT, impatient(endpoint.uri()));
        assertEquals(1, endpoint.asked().size());
    }

    @Test
    void anAnswerThatStopsBehindItsHeadersIsNotWaitedFor() {
        endpoint.play(ModelScript.hang());
        failure(Reason.TIMEOUT, impatient(endpoint.uri()));
    }

    @Test
    void anAnswerThatDripsIsNotWaitedFor() {
        endpoint.play(ModelScript.drip());
        failure(Reason.TIMEOUT, impatient(endpoint.uri()));
        Await.until("the connection is closed", Duration.ofSeconds(10), () -> endpoint.hungUp() == 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 413, 500, 501, 201, 204})
    void aRefusalIsNotRepeated(int status) {
        endpoint.play(ModelScript.status(status));
        assertEquals(status, failure(Reason.REJECTED, model(Provider.OPENAI)).status());
        assertEquals(1, endpoint.asked().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504, 529})
    void aBusyEndpointIsAskedThreeTimes(int status) {
        endpoint.play(ModelScript.retryAfter(status, "0"));
        assertEquals(status, failure(Reason.REJECTED, model(Provider.ANTHROPIC)).status());
        assertEquals(3, endpoint.asked().size());
    }

    @Test
    void aBusyEndpointIsAskedAgainNotBeforeItWantsToBe() {
        endpoint.play(ModelScript.retryAfter(429, "1"), ModelScript.status(503), ModelScript.answer("at last"));
        long start = System.nanoTime();
        assertEquals("at last", model(Provider.OPENAI).complete(Models.request()));
        assertEquals(3, endpoint.asked().size());
        assertTrue(System.nanoTime() - start >= Duration.ofMillis(1500).toNanos());
    }

    @Test
    void aConnectionThatIsClosedWithoutAnAnswerIsTriedAgain() {
        endpoint.play(ModelScript.reset(), ModelScript.answer("there"));
        assertEquals("there", model(Provider.OPENAI).complete(Models.request()));
        assertEquals(2, endpoint.asked().size());
        endpoint.play(ModelScript.reset());
        failure(Reason.UNREACHABLE, model(Provider.OPENAI));
        assertEquals(3, endpoint.asked().size());
    }

    @Test
    void anEndpointThatWantsToBeLeftAloneForLongIsNotWaitedFor() {
        endpoint.play(ModelScript.retryAfter(429, "3600"));
        var failure = assertTimeoutPreemptively(SPARE, () -> failure(Reason.REJECTED, model(Provider.OPENAI)));
        assertEquals(429, failure.status());
        assertEquals(1, endpoint.asked().size());
    }

    @Test
    void allTriesTogetherHaveTheTotalTime() {
        endpoint.play(ModelScript.status(503), ModelScript.slow());
        long start = System.nanoTime();
        failure(Reason.TIMEOUT, impatient(endpoint.uri()));
        assertTrue(System.nanoTime() - start < Models.IMPATIENT.plus(SPARE).toNanos());
        assertEquals(2, endpoint.asked().size());
    }

    @Test
    void aRedirectIsNotFollowed() {
        try (var elsewhere = new ModelEndpoint().start()) {
            endpoint.play(ModelScript.redirect(URI.create(elsewhere.uri() + "/chat/completions")));
            assertEquals(307, failure(Reason.REJECTED, model(Provider.OPENAI)).status());
            assertEquals(1, endpoint.asked().size());
            assertEquals(List.of(), elsewhere.asked());
        }
    }

    @Test
    void whereNobodyListensNobodyIsReached() {
        model = model(Models.settings(Provider.OPENAI, new ModelEndpoint().uri()));
        failure(Reason.UNREACHABLE, model);
    }

    @Test
    void whoNeverTakesTheRequestIsNotWaitedFor() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            model = model(
                    Models.settings(Provider.OPENAI, URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/v1")));
            failure(Reason.TIMEOUT, model);
        }
    }

    @Test
    void withoutAnAddressNobodyIsCalled() {
        model = model(Models.settings(Provider.OPENAI, null));
        var failure = failure(Reason.NOT_CONFIGURED, model);
        assertTrue(failure.getMessage().contains("coppice.llm.base-url"));
    }

    @Test
    void aCallThatIsInterruptedEnds() throws InterruptedException {
        endpoint.play(ModelScript.slow());
        model(Provider.OPENAI);
        var seen = new Reason[1];
        var caller = new Thread(() -> seen[0] = assertThrows(ChatFailure.class, () -> model.complete(Models.request()))
                .reason());
        caller.start();
        Await.until("the model is asked", SPARE, () -> !endpoint.asked().isEmpty());
        caller.interrupt();
        caller.join(SPARE.toMillis());
        assertEquals(Reason.STOPPED, seen[0]);
    }

    @Test
    void noThreadsStayBehind() {
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
                    // as it should
                }
            }
            Await.until("the client is idle", Duration.ofSeconds(10), () -> more(before) == 1);
            model.close();
            model = null;
        }
        Await.until("the client has ended", Duration.ofSeconds(20), () -> {
            System.gc();
            return more(before) == 0;
        });
    }

    /** Threads of clients that were not there before. */
    private static long more(Set<Thread> before) {
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
        return new ChatModel(settings, work -> {
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
