package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ModelScript;
import dev.coppice.support.PrometheusText;
import dev.coppice.support.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The id of a request, its trace, and what the model's endpoint gets of them. */
@DatabaseNeutral
class RequestIdIT extends MemoryApi {
    private static final String HEADER = "X-Request-Id";
    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String OUTPUT_TOKENS = "coppice_model_tokens_total{kind=\"output\"}";

    @Test
    void idOfTheClientIsGivenBack() {
        var id = unique("req/1:2=3+4@5.6_7");
        assertEquals(id, api().get("/v1/sessions").header(HEADER, id).send().header(HEADER));
        assertEquals(
                id, api().get("/v1/none").header(HEADER, id).send().expect(404).header(HEADER));
        assertEquals(
                id,
                api().as("unknown")
                        .get("/v1/sessions")
                        .header(HEADER, id)
                        .send()
                        .expect(401)
                        .header(HEADER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "with space", "quote\"", "<script>", "{\"a\":1}"})
    void otherIdsAreReplaced(String id) {
        assertGenerated(api().get("/v1/sessions").header(HEADER, id).send().expect(200));
    }

    @Test
    void longAndMissingIdsAreReplaced() {
        var longest = "x".repeat(128);
        assertEquals(
                longest,
                api().get("/v1/sessions").header(HEADER, longest).send().header(HEADER));
        assertGenerated(
                api().get("/v1/sessions").header(HEADER, longest + "x").send().expect(200));
        assertGenerated(api().get("/v1/sessions").send().expect(200));
    }

    private static void assertGenerated(HttpAnswer answer) {
        assertTrue(answer.header(HEADER).matches("[0-9a-f]{16}"), answer.header(HEADER));
    }

    private static String parentAtModel(String parent, String state) {
        SharedServer.model().play(ModelScript.answer("Short."));
        var session = session();
        talk(session, 0, 3);
        api().post("/v1/sessions/{}/summary", session)
                .header("traceparent", parent)
                .header("tracestate", state)
                .send()
                .expect(200);
        var asked = SharedServer.model().asked().get(0);
        assertEquals(
                asked.headers().containsKey("traceparent") ? state : null,
                asked.headers().get("tracestate"));
        return asked.headers().get("traceparent");
    }

    @Test
    void traceIsPassedToTheModel() {
        assertEquals(PARENT, parentAtModel(PARENT, "vendor=a,other=b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "4bf92f3577b34da6a3ce929d0e0e4736"
            })
    void invalidTraceIsNotPassedOn(String parent) {
        assertNull(parentAtModel(parent, "vendor=a"));
    }

    @Test
    void tokensOfTheModelAreCounted() {
        double before = outputTokens();
        parentAtModel(PARENT, "vendor=a");
        assertTrue(outputTokens() >= before + 12);
    }

    private static double outputTokens() {
        var answer = api().as(SharedServer.METRICS_TOKEN).get("/metrics").send().expect(200);
        return PrometheusText.parse(answer.text()).value(OUTPUT_TOKENS);
    }
}
