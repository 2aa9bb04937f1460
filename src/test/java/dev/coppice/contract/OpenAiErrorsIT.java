package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SharedServer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of OpenAI's paths have OpenAI's format, whatever goes wrong. */
class OpenAiErrorsIT extends OpenAiApi {

    private static HttpAnswer createWith(String body) {
        return api().post(CONVERSATIONS).json(body).send();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/conversations",
                "/v1/conversations/x/items/y",
                "/v1/conversations/x/y/z",
                "/v1/responses",
                "/v1/models/m"
            })
    void missingTokenIsUnauthenticated(String path) {
        var answer = error(api().as(null).get(path).send(), 401, null, "invalid_api_key");
        assertEquals("Bearer", answer.header("WWW-Authenticate"));
        error(api().as("wrong").get(path).send(), 401, null, "invalid_api_key");
    }

    @Test
    void tokenWithoutScopeIsForbidden() {
        var reader = api().as(token(unique("t"), "read"));
        error(reader.post(CONVERSATIONS).send(), 403, null, "forbidden");
        error(reader.delete(CONVERSATION, "x").send(), 403, null, "forbidden");
        reader.get(CONVERSATIONS).send().expect(200);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/v1/responses",
        "POST,/v1/responses",
        "POST,/v1/responses/resp_1/cancel",
        "POST,/v1/chat/completions",
        "GET,/v1/models",
        "GET,/v1/models/gpt",
        "DELETE,/v1/models/gpt"
    })
    void pathOfAModelSaysWhatTheServerIs(String method, String path) {
        var answer = error(api().call(method, path).send(), 404, null, "unknown_url");
        var message = answer.at("/error/message");
        assertTrue(message.contains("Coppice") && message.contains("/v1/conversations"), message);
        assertTrue(message.contains("OPENAI_BASE_URL"), message);
    }

    @Test
    void unknownPathAndMethodAreRefused() {
        error(api().get("/v1/conversations/x/things").send(), 404, null, "unknown_url");
        error(api().get("/v1/conversations/x/items/y/z").send(), 404, null, "unknown_url");
        var method = error(api().put(CONVERSATION, "x").json("{}").send(), 405, null, "no_such_route");
        assertTrue(method.header("Allow").contains("DELETE"), method.toString());
        error(api().get("/v1/conversations/a;b").send(), 400, null, "malformed");
        api().get("/v1/conversationsX").send().problem(404, "no-such-route");
        api().get("/v1/modelsX").send().problem(404, "no-such-route");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"metadata\":{\"test\":\"invalid\"}\n  // comment", "{", "x", "{} {}", "{\"a\":1,}"})
    void bodyThatIsNotJsonIsRefused(String body) {
        var answer = error(createWith(body), 400, null, "invalid_json");
        assertTrue(
                answer.at("/error/message").startsWith("Invalid body: failed to parse JSON value. "),
                answer.toString());
    }

    @Test
    void bodyThatIsNoObjectIsRefused() {
        error(createWith("[1]"), 400, null, "invalid_type");
        error(createWith("null"), 400, null, "invalid_type");
    }

    @Test
    void otherMediaTypeIsRefused() {
        var text = "{}".getBytes(StandardCharsets.UTF_8);
        error(api().post(CONVERSATIONS).body("text/plain", text).send(), 415, null, "not_json");
        error(api().get(CONVERSATIONS).header("Accept", "image/png").send(), 406, null, "no_such_route");
    }

    @Test
    void tooLargeBodyIsRefused() {
        var body = items(said("a", "user", "x".repeat(17 << 20)));
        error(createWith(body), 413, null, "too_large");
        error(api().post(CONVERSATIONS).json(body).chunked().send(), 413, null, "too_large");
        error(createWith(items(said("a", "user", "x".repeat(5 << 20)))), 413, null, "too_large");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit=0|limit|integer_below_min_value",
                "limit=-3|limit|integer_below_min_value",
                "limit=-99999999999999999999|limit|integer_below_min_value",
                "limit=many|limit|invalid_type",
                "order=up|order|invalid_value",
                "after=a&before=b|before|invalid_value"
            })
    void invalidParameterIsRefused(String query, String param, String code) {
        var id = conversation();
        error(api().get(ITEMS + "?" + query, id).send(), 400, param, code);
    }

    @Test
    void unknownCursorIsNotFound() {
        var id = conversation();
        noItem(api().get(ITEMS, id).query("after", "none").send(), "none");
        noItem(api().get(ITEMS, id).query("before", "none").send(), "none");
    }

    private static String pairs(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"k" + i + "\":\"v\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Test
    void metadataHasSixteenPairsOfStrings() {
        createWith("{\"metadata\":" + pairs(16) + "}").expect(200);
        var many =
                error(createWith("{\"metadata\":" + pairs(17) + "}"), 400, "metadata", "object_above_max_properties");
        assertEquals(
                "Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got an object with 17 properties instead.",
                many.at("/error/message"));
        var key = "k".repeat(65);
        error(metadata(key, "v"), 400, "metadata." + key, "string_above_max_length");
        error(metadata("k", "v".repeat(513)), 400, "metadata.k", "string_above_max_length");
        metadata("k".repeat(64), "😀".repeat(512)).expect(200);
        error(createWith("{\"metadata\":[]}"), 400, "metadata", "invalid_type");
        error(createWith("{\"metadata\":{\"k\":{\"a\":1}}}"), 400, "metadata.k", "invalid_type");
        error(createWith("{\"metadata\":{\"k\":null}}"), 400, "metadata.k", "invalid_type");
    }

    private static HttpAnswer metadata(String key, String value) {
        return createWith(Json.object("metadata", Json.object(key, value)).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"items\":{}}|items|invalid_type",
                "{\"items\":[7]}|items[0]|invalid_type",
                "{\"items\":[{}]}|items[0].type|invalid_message",
                "{\"items\":[{\"type\":\"message\",\"content\":\"a\"}]}|items[0].role|invalid_message",
                "{\"items\":[{\"type\":\"reasoning\",\"id\":\"a/b\"}]}|items[0].id|invalid_id",
                "{\"items\":[{\"type\":\"reasoning\",\"id\":\"compaction_1\"}]}|items[0].id|reserved_id",
                "{\"items\":[{\"type\":\"reasoning\",\"x\":1,\"x\":2}]}|items[0].x|invalid_message"
            })
    void invalidItemIsRefused(String body, String param, String code) {
        error(createWith(body), 400, param, code);
        error(api().post(ITEMS, conversation()).json(body).send(), 400, param, code);
    }

    @Test
    void itemsAreRequired() {
        assertEquals(0, add(conversation()).expect(200).json().path("data").size());
        error(api().post(ITEMS, conversation()).json("{}").send(), 400, "items", "missing_required_parameter");
        error(api().post(ITEMS, conversation()).send(), 400, "items", "missing_required_parameter");
    }

    @Test
    void invalidIdIsRefused() {
        error(api().get(CONVERSATION, "x".repeat(256)).send(), 400, "id", "invalid_id");
        error(
                api().post(CONVERSATIONS)
                        .header("Idempotency-Key", "a")
                        .header("Idempotency-Key", "b")
                        .json("{}")
                        .send(),
                400,
                null,
                "malformed");
    }

    /** Errors of requests that JAX-RS cannot read, which it does not write itself. */
    @ParameterizedTest
    @ValueSource(strings = {"/v1/conversations/c[/items", "/v1/conversations?x=%FF"})
    void unreadableAddressIsRefused(String address) {
        var answer = RawHttp.request(SharedServer.server(), "GET " + address);
        assertEquals(400, RawHttp.status(answer), answer);
        assertTrue(answer.contains("{\"error\":{\"message\":"), answer);
        assertTrue(answer.contains("\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"malformed\""), answer);
    }

    @Test
    void unreadableHeaderIsRefused() {
        var answer = RawHttp.request(SharedServer.server(), "GET /v1/conversations/c", "Accept: */*;q=x");
        assertEquals(400, RawHttp.status(answer), answer);
        assertTrue(answer.contains("{\"error\":{"), answer);
        assertTrue(answer.contains("\"code\":\"malformed\""), answer);
    }
}
