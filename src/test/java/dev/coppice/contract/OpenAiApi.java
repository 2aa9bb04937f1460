package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Requests of OpenAI's Conversations API. */
abstract class OpenAiApi extends Contract {
    static final String CONVERSATIONS = "/v1/conversations";
    static final String CONVERSATION = "/v1/conversations/{}";
    static final String ITEMS = "/v1/conversations/{}/items";
    static final String ITEM = "/v1/conversations/{}/items/{}";
    static final String PROJECT = "OpenAI-Project";

    /** Creates an empty conversation and returns its id. */
    static String conversation() {
        return api().post(CONVERSATIONS).send().expect(200).at("/id");
    }

    static String items(String... items) {
        return "{\"items\":[" + String.join(",", items) + "]}";
    }

    static HttpAnswer add(String conversation, String... items) {
        return api().post(ITEMS, conversation).json(items(items)).send();
    }

    /**
     * Repeats a request with a large answer while it gets 503 {@code busy}: a request that has reserved memory already
     * does not wait for more, and large requests of other classes may leave too little.
     */
    static HttpAnswer whenMemoryIsFree(Supplier<HttpAnswer> call) {
        var answer = new AtomicReference<HttpAnswer>();
        Await.until("memory is free", PATIENCE, () -> {
            answer.set(call.get());
            if (answer.get().status() != 503) {
                return true;
            }
            error(answer.get(), 503, null, "busy");
            return false;
        });
        return answer.get();
    }

    /** A complete message item, which is returned unchanged. */
    static String said(String id, String role, String text) {
        var part = role.equals("assistant")
                ? "{\"type\":\"output_text\",\"text\":%s,\"annotations\":[],\"logprobs\":[]}"
                : "{\"type\":\"input_text\",\"text\":%s}";
        return "{\"type\":\"message\",\"id\":%s,\"role\":%s,\"content\":[%s],\"status\":\"completed\"}"
                .formatted(Json.quote(id), Json.quote(role), part.formatted(Json.quote(text)));
    }

    static String call(String id, String callId) {
        return "{\"type\":\"function_call\",\"id\":%s,\"call_id\":%s,\"name\":\"weather\",\"arguments\":\"{\\\"city\\\": \\\"Kyoto\\\"}\",\"status\":\"completed\"}"
                .formatted(Json.quote(id), Json.quote(callId));
    }

    static String output(String id, String callId, String text) {
        return "{\"type\":\"function_call_output\",\"id\":%s,\"call_id\":%s,\"output\":%s,\"status\":\"completed\"}"
                .formatted(Json.quote(id), Json.quote(callId), Json.quote(text));
    }

    /** Items {@code i0, i1, …}. */
    static String[] numbered(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> said("i" + i, i % 2 == 0 ? "user" : "assistant", "text " + i))
                .toArray(String[]::new);
    }

    static List<String> ids(String... ids) {
        return List.of(ids);
    }

    /** The ids of all items, oldest first. */
    static List<String> allIds(String conversation) {
        return api().get(ITEMS, conversation)
                .query("order", "asc")
                .query("limit", 100)
                .send()
                .expect(200)
                .all("/data", "id");
    }

    /** Asserts an error in OpenAI's format that shows nothing of the implementation. */
    static HttpAnswer error(HttpAnswer answer, int status, String param, String code) {
        answer.expect(status);
        assertTrue(answer.header("Content-Type").startsWith("application/json"), answer.toString());
        var error = answer.json().path("error");
        assertEquals(1, answer.json().size(), answer.toString());
        assertFalse(error.path("message").asString().isBlank(), answer.toString());
        assertEquals(
                status >= 500 ? "server_error" : "invalid_request_error",
                error.path("type").asString(),
                answer.toString());
        assertEquals(param, Json.text(error.path("param")), answer.toString());
        assertEquals(code, Json.text(error.path("code")), answer.toString());
        assertEquals(4, error.size(), answer.toString());
        assertFalse(IMPLEMENTATION.matcher(answer.text()).find(), answer.text());
        return answer;
    }

    static void noConversation(HttpAnswer answer, String id) {
        error(answer, 404, null, null);
        assertEquals("Conversation with id '" + id + "' not found.", answer.at("/error/message"));
    }

    static void noItem(HttpAnswer answer, String id) {
        error(answer, 404, null, null);
        assertEquals("Item with id '" + id + "' not found in conversation.", answer.at("/error/message"));
    }
}
