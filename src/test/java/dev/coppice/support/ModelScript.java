package dev.coppice.support;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** How a {@link ModelEndpoint} answers a request. */
@FunctionalInterface
public interface ModelScript {

    int DRIP_MILLIS = 50;
    int SLOW_MILLIS = 60_000;

    void play(HttpExchange exchange, ModelEndpoint endpoint) throws IOException;

    /** A complete answer with this text. */
    static ModelScript answer(String text) {
        return (exchange, endpoint) -> send(exchange, 200, said(exchange, text, true));
    }

    /** An answer that ends because the token limit of the model was reached. */
    static ModelScript cutOff(String text) {
        return (exchange, endpoint) -> send(exchange, 200, said(exchange, text, false));
    }

    /** Status 200 with any body. */
    static ModelScript body(String body) {
        return (exchange, endpoint) -> send(exchange, 200, body);
    }

    /** An error whose message quotes the headers of the request, with the API key. */
    static ModelScript status(int status) {
        return (exchange, endpoint) -> send(exchange, status, quoting(exchange));
    }

    /** An error with {@code Retry-After}: seconds or a date. */
    static ModelScript retryAfter(int status, String when) {
        return (exchange, endpoint) -> {
            exchange.getResponseHeaders().set("Retry-After", when);
            send(exchange, status, quoting(exchange));
        };
    }

    static ModelScript redirect(URI elsewhere) {
        return (exchange, endpoint) -> {
            exchange.getResponseHeaders().set("Location", elsewhere.toString());
            send(exchange, 307, "");
        };
    }

    /** A complete answer after a minute. */
    static ModelScript slow() {
        return answerAfter(SLOW_MILLIS, "late");
    }

    /** A complete answer with this text after a time. */
    static ModelScript answerAfter(int millis, String text) {
        return (exchange, endpoint) -> {
            if (endpoint.idle(millis)) {
                send(exchange, 200, said(exchange, text, true));
            }
        };
    }

    /** Headers at once, then no body for a minute. */
    static ModelScript hang() {
        return (exchange, endpoint) -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            endpoint.idle(SLOW_MILLIS);
        };
    }

    /** An answer of single bytes that never ends. */
    static ModelScript drip() {
        return (exchange, endpoint) -> {
            exchange.sendResponseHeaders(200, 0);
            while (endpoint.idle(DRIP_MILLIS)) {
                exchange.getResponseBody().write(' ');
                exchange.getResponseBody().flush();
            }
        };
    }

    /** Closes the connection without an answer. */
    static ModelScript reset() {
        return (exchange, endpoint) -> exchange.close();
    }

    /** Half of an answer, then the end of the connection. */
    static ModelScript cut() {
        return (exchange, endpoint) -> {
            var bytes = said(exchange, "half", true).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
            exchange.getResponseBody().flush();
            exchange.close();
        };
    }

    /** A body of this number of bytes. */
    static ModelScript huge(long bytes) {
        return (exchange, endpoint) -> {
            exchange.sendResponseHeaders(200, 0);
            var piece = "x".repeat(64 << 10).getBytes(StandardCharsets.UTF_8);
            for (long sent = 0; sent < bytes; sent += piece.length) {
                exchange.getResponseBody().write(piece);
            }
        };
    }

    private static String said(HttpExchange exchange, String text, boolean whole) {
        var quoted = Json.quote(text);
        return exchange.getRequestURI().getPath().endsWith("/messages")
                ? """
                  {"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":%s}],\
                  "stop_reason":"%s","usage":{"input_tokens":9,"output_tokens":12}}"""
                        .formatted(quoted, whole ? "end_turn" : "max_tokens")
                : """
                  {"id":"c1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant",\
                  "content":%s,"refusal":null},"logprobs":null,"finish_reason":"%s"}],"usage":{"prompt_tokens":9,"completion_tokens":12,"total_tokens":21}}"""
                        .formatted(quoted, whole ? "stop" : "length");
    }

    private static String quoting(HttpExchange exchange) {
        return Json.object(
                        "error",
                        Json.object(
                                "message", "No: " + exchange.getRequestHeaders().values()))
                .toString();
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
