package dev.coppice.support;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The answer to a request and the time until it was complete. */
public record HttpAnswer(SentRequest request, int status, HttpHeaders headers, byte[] body, Duration took) {

    private static final int SHOWN = 600;

    public JsonNode json() {
        return Json.parse(body);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The header, or null. */
    public String header(String name) {
        return headers.firstValue(name).orElse(null);
    }

    public String etag() {
        return header("ETag");
    }

    /** The text at a JSON pointer; null if it is null or missing. */
    public String at(String pointer) {
        return Json.text(json().at(pointer));
    }

    /** The integer at a JSON pointer; fails if there is none. */
    public long number(String pointer) {
        var node = json().at(pointer);
        if (!node.isNumber()) {
            throw new AssertionError("No number at " + pointer + ": " + this);
        }
        return node.decimalValue().longValueExact();
    }

    /** One member of each element of the array at a JSON pointer, as text. */
    public List<String> all(String pointer, String member) {
        return Json.pluck(json().at(pointer), member);
    }

    /** Fails with the whole exchange unless the status is the expected one. */
    public HttpAnswer expect(int expected) {
        if (status != expected) {
            throw new AssertionError("Expected " + expected + ", got " + this);
        }
        return this;
    }

    /** Asserts a complete {@code application/problem+json} answer with this status and code. */
    public HttpAnswer problem(int expected, String code) {
        expect(expected);
        var type = header("Content-Type");
        if (type == null || !type.startsWith("application/problem+json")) {
            throw new AssertionError("Not application/problem+json but " + type + ": " + this);
        }
        var problem = json();
        for (var member : List.of("type", "title", "status", "detail", "code")) {
            if (problem.path(member).isMissingNode()) {
                throw new AssertionError("A problem without " + member + ": " + this);
            }
        }
        if (problem.path("status").asInt() != expected
                || !code.equals(problem.path("code").asString())) {
            throw new AssertionError("Expected the code " + code + ", got " + this);
        }
        return this;
    }

    @Override
    public String toString() {
        return status + " to " + request + ": " + shorten(body);
    }

    static String shorten(byte[] bytes) {
        var text = new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.UTF_8);
        return bytes.length > SHOWN ? text + "… (" + bytes.length + " bytes)" : text;
    }
}
