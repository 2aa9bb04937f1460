package dev.coppice.boot;

import io.undertow.io.IoCallback;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An error response that the server sends in place of the application, in the format that errors have on the request's
 * path. Immutable.
 */
final class ServerError {
    private static final String PROBLEM =
            """
            {"type":"urn:coppice:problem:%s","title":"%s","status":%d,"detail":"%s","code":"%1$s"}""";

    private static final String OPENAI_ERROR =
            """
            {"error":{"message":"%s","type":"%s","param":null,"code":"%s"}}""";

    private final int status;
    private final byte[] problem;
    private final byte[] openAiError;

    /**
     * Creates an error from texts without quotes and control characters.
     *
     * @param status HTTP status
     * @param code stable code of the problem
     * @param title title of the problem, the same for all problems with this code
     * @param detail what is wrong and what the client should do
     */
    ServerError(int status, String code, String title, String detail) {
        this.status = status;
        problem = bytes(String.format(PROBLEM, code, title, status, detail));
        var type = status < 500 ? "invalid_request_error" : "server_error";
        openAiError = bytes(String.format(OPENAI_ERROR, detail, type, code.replace('-', '_')));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Sends the error as the whole response. The client's next request needs a new connection.
     *
     * @param exchange the request; nothing of its response may have been sent
     * @param sent called when the response was sent, or when sending has failed
     */
    void send(HttpServerExchange exchange, IoCallback sent) {
        boolean isOpenAi = OpenAiPaths.contains(exchange.getRequestPath());
        var body = isOpenAi ? openAiError : problem;
        var headers = exchange.getResponseHeaders();
        exchange.setStatusCode(status);
        exchange.setPersistent(false);
        headers.put(Headers.CONTENT_TYPE, isOpenAi ? "application/json" : "application/problem+json");
        headers.put(Headers.CONTENT_LENGTH, body.length);
        headers.put(Headers.CACHE_CONTROL, "no-store");
        headers.put(HttpString.tryFromString("X-Content-Type-Options"), "nosniff");
        headers.put(HttpString.tryFromString("Content-Security-Policy"), "default-src 'none'; frame-ancestors 'none'");
        RequestId.add(exchange);
        exchange.getResponseSender().send(ByteBuffer.wrap(body), sent);
    }
}
