package dev.coppice.boot;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * The id in the header {@code X-Request-Id} of responses that the server sends in place of the application. It follows
 * the rules of {@code dev.coppice.trace.Trace}, which this package cannot use. Thread-safe.
 */
final class RequestId {
    private static final HttpString HEADER = HttpString.tryFromString("X-Request-Id");
    private static final Pattern ACCEPTED = Pattern.compile("[\\w.:+/=@-]{1,128}");

    private RequestId() {}

    /** Adds the header to the response, unless it has the header already. */
    static void add(HttpServerExchange exchange) {
        var headers = exchange.getResponseHeaders();
        if (!headers.contains(HEADER)) {
            headers.put(HEADER, of(exchange.getRequestHeaders().getFirst(HEADER)));
        }
    }

    /**
     * Returns the id that the client sent if it is accepted, otherwise a random one.
     *
     * @param sent value of the header in the request, or null
     */
    static String of(String sent) {
        if (sent != null && ACCEPTED.matcher(sent).matches()) {
            return sent;
        }
        return String.format("%016x", ThreadLocalRandom.current().nextLong());
    }
}
