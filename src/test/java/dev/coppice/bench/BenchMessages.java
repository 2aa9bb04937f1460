package dev.coppice.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Builds messages of exactly 400 bytes and the requests that append them. */
final class BenchMessages {

    static final int BYTES = 400;

    private static final String TEXT =
            "This sentence stands for whatever a user and an assistant may have said to each other. ".repeat(5);

    private BenchMessages() {}

    static String message(String id) {
        var start = "{\"id\":\"" + id + "\",\"role\":\"user\",\"createdAt\":\"2026-01-01T00:00:00.000Z\","
                + "\"parts\":[{\"type\":\"text\",\"text\":\"";
        var end = "\"}]}";
        return start + TEXT.substring(0, BYTES - start.length() - end.length()) + end;
    }

    static byte[] bytes(String id) {
        return message(id).getBytes(StandardCharsets.UTF_8);
    }

    /** Builds the body of a request that adds one item of OpenAI's API, of 400 bytes too. */
    static byte[] items(String id) {
        var start = "{\"id\":\"" + id + "\",\"type\":\"message\",\"role\":\"user\",\"status\":\"completed\","
                + "\"content\":[{\"type\":\"input_text\",\"text\":\"";
        var end = "\"}]}";
        var item = start + TEXT.substring(0, BYTES - start.length() - end.length()) + end;
        return ("{\"items\":[" + item + "]}").getBytes(StandardCharsets.UTF_8);
    }

    /** Builds the body of a request that appends one message at the leaf. */
    static byte[] append(String id) {
        return ("{\"messages\":[" + message(id) + "]}").getBytes(StandardCharsets.UTF_8);
    }

    /** Builds the body of a request that appends a chain of messages at the leaf. */
    static byte[] append(List<String> ids) {
        var messages = String.join(",", ids.stream().map(BenchMessages::message).toList());
        return ("{\"messages\":[" + messages + "]}").getBytes(StandardCharsets.UTF_8);
    }

    static byte[] append(String parentId, List<String> ids) {
        var messages = String.join(",", ids.stream().map(BenchMessages::message).toList());
        return ("{\"parentId\":\"" + parentId + "\",\"messages\":[" + messages + "]}").getBytes(StandardCharsets.UTF_8);
    }
}
