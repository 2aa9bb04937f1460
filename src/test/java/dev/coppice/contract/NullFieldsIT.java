package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.openapi.RequestEnvelopes;
import dev.coppice.openapi.RequestEnvelopes.Request;
import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * In every request of the OpenAPI document, each optional field of each envelope is sent as null and left out: both
 * must have the same result. Each request is sent to a tenant of its own, which has what the examples name: the session
 * {@code support-17} of the agent {@code gardener}, with the messages {@code q1, a1, q2, …} and some blocks.
 */
@DatabaseNeutral
@Order(IndexApi.FIRST)
class NullFieldsIT extends PromptApi {

    private static final RequestEnvelopes ENVELOPES = new RequestEnvelopes();
    private static final String SESSION_ID = "support-17";
    private static final String QUESTION =
            """
            {"id":"q%d","role":"user","parts":[{"type":"text","text":"When do I prune an apple tree?"}]}""";

    /** Operations whose examples create the session, or need none. */
    private static final Set<String> WITHOUT_SESSION =
            Set.of("createSession", "getOrCreateSession", "createToken", "rotateToken", "putTenant", "putAgent");

    /** Operations whose examples append the messages; and the analysis, which needs no model without messages. */
    private static final Set<String> WITHOUT_MESSAGES = Set.of("saveRun", "analyseUser");

    /** The only field that is verbatim data: null removes the stored checkpoint. */
    private static final String CHECKPOINT = "checkpoint";

    static Stream<Request> requests() {
        return ENVELOPES.requests().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void nullFieldCountsAsAbsent(Request request) {
        var base = send(request, request.example().toString());
        assertTrue(base.status() < 300, base.toString());
        for (var member : ENVELOPES.optionalMembers(request)) {
            if (!member.name().equals(CHECKPOINT)) {
                assertEquals(
                        comparable(send(request, member.without())),
                        comparable(send(request, member.withNull())),
                        member.toString());
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void unknownNullFieldIsRefused(Request request) {
        var body = (ObjectNode) Json.parse(request.example().toString());
        body.putNull("colour");
        var refused = send(request, body.toString()).problem(400, "unknown-field");
        assertEquals("/colour", refused.at("/errors/0/pointer"));
    }

    private static HttpAnswer send(Request request, String body) {
        var tenant = unique("t");
        var api = api().as(token(tenant, "admin", "write"));
        prepare(api, request);
        // An administrator creates tokens of the own tenant only.
        var own = body.replace("\"tenant\":\"acme\"", "\"tenant\":\"" + tenant + "\"");
        var path = request.path().replace("/memory/entries", "/skills/entries");
        if (request.id().equals("rotateToken")) {
            var id = api.post("/v1/tokens")
                    .json("{\"scopes\":[\"read\"]}")
                    .send()
                    .expect(201)
                    .at("/id");
            path = path.replaceFirst("/tokens/[^/]+", "/tokens/" + id);
        }
        if (request.id().equals("putTenant")) {
            // Only administrators of the tenant default set quotas.
            return api().put("/v1/tenants/{}", tenant).json(body).send();
        }
        return api.call(request.operation().method(), path).json(own).send();
    }

    private static void prepare(Api api, Request request) {
        if (!request.id().equals("putAgent")) {
            declare(api, "gardener", "", "{'label':'memory'}", "{'label':'skills','provider':{'type':'skills'}}")
                    .expect(201);
        }
        if (!WITHOUT_SESSION.contains(request.id())) {
            prepareSession(api, request);
        }
    }

    private static void prepareSession(Api api, Request request) {
        api.put(SESSION, SESSION_ID)
                .json(Json.object("agent", "gardener", "userId", "ada"))
                .send()
                .expect(201);
        api.put(BLOCK, SESSION_ID, "memory")
                .json(Json.object("content", "Likes tea."))
                .send()
                .expect(200);
        if (!WITHOUT_MESSAGES.contains(request.id())) {
            var turns = request.id().equals("appendMessages") ? 1 : 12;
            var messages = IntStream.rangeClosed(1, turns)
                    .boxed()
                    .flatMap(i -> Stream.of(QUESTION.formatted(i), message("a" + i, "assistant", "In winter.")));
            api.post(MESSAGES, SESSION_ID)
                    .json(batch(messages.toArray(String[]::new)))
                    .send()
                    .expect(201);
        }
    }

    /** The status and the answer, without what differs between two tenants and two moments. */
    private static String comparable(HttpAnswer answer) {
        assertFalse(answer.status() >= 500, answer.toString());
        var text = answer.text()
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "time")
                .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "uuid")
                .replaceAll("\"token\":\"[^\"]*\"", "\"token\":\"secret\"")
                .replaceAll("\"id\":\"\\d+\"", "\"id\":\"number\"")
                .replaceAll("\"id\":\"t-uuid\"", "\"id\":\"tenant\"");
        return answer.status() + " " + text;
    }

    /** Fields of a message are verbatim data, except id and time, which the server completes in place. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":null,\"role\":\"user\",\"content\":null,\"createdAt\":null,\"x\":[null]}",
                "{ \"createdAt\" : null , \"role\":\"user\",\"content\":null,\"x\":[null], \"id\" :null}",
                "{\"i\\u0064\":null,\"role\":\"user\",\"content\":null,\"x\":{\"id\":null},\"created\\u0041t\":null}"
            })
    void nullIdAndTimeOfMessageAreReplacedInPlace(String message) {
        var session = session();
        var id = append(session, message).expect(201).at("/appended/0/id");
        var stored = history(session);
        var time = stored.at("/messages/0/createdAt");
        var expected = message.replaceFirst("(\"i(d|\\\\u0064)\"\\s*:\\s*)null", "$1\"" + id + "\"")
                .replaceFirst("(\"created(A|\\\\u0041)t\"\\s*:\\s*)null", "$1\"" + time + "\"");
        assertTrue(stored.text().contains("\"messages\":[" + expected + "]"), stored.text() + " has no " + expected);
        append(session, expected).expect(200);
        append(session, message.replaceFirst("(\"i(d|\\\\u0064)\"\\s*:\\s*)null", "$1\"" + id + "\""))
                .expect(200);
        assertEquals(List.of(id), path(session));
    }

    @Test
    void nullTimeOfPutKeepsStoredTime() {
        var session = sessionWithMessages(1);
        api().put(MESSAGE, session, "m0")
                .json("{\"createdAt\":null,\"role\":\"user\",\"id\":null,\"content\":\"x\"}")
                .send()
                .expect(200);
        assertTrue(
                entry(session, "m0")
                        .text()
                        .contains(
                                "{\"createdAt\":\"2026-03-01T10:00:00.000Z\",\"role\":\"user\",\"id\":\"m0\",\"content\":\"x\"}"),
                entry(session, "m0").text());
    }
}
