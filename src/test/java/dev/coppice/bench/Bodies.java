package dev.coppice.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Messages of exactly 400 bytes. */
final class Bodies {

    static final int BYTES = 400;

    private static final String TEXT =
            "One must imagine that somebody has said this to somebody else, and got an answer. ".repeat(5);

    private Bodies() {}

    static String message(String id) {
        var start = "{\"id\":\"" + id + "\",\"role\":\"user\",\"createdAt\":\"2026-01-01T00:00:00.000Z\","
                + "\"parts\":[{\"type\":\"text\",\"text\":\"";
        var end = "\"}]}";
        return start + TEXT.substring(0, BYTES - start.length() - end.length()) + end;
    }

    static byte[] bytes(String id) {
        return message(id).getBytes(StandardCharsets.UTF_8);
    }

    /** The body of a call that appends one message at the leaf. */
    static byte[] append(String id) {
        return ("{\"messages\":[" + message(id) + "]}").getBytes(StandardCharsets.UTF_8);
    }

    /** At the leaf, chained. */
    static byte[] append(List<String> ids) {
        var messages = String.join(",", ids.stream().map(Bodies::message).toList());
        return ("{\"messages\":[" + messages + "]}").getBytes(StandardCharsets.UTF_8);
    }

    static byte[] append(String parentId, List<String> ids) {
        var messages = String.join(",", ids.stream().map(Bodies::message).toList());
        return ("{\"parentId\":\"" + parentId + "\",\"messages\":[" + messages + "]}").getBytes(StandardCharsets.UTF_8);
    }
}
