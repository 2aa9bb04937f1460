package dev.coppice.boot;

import io.undertow.io.IoCallback;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.StatusCodes;

/**
 * Undertow handler that completes responses with the status 503 and no body, so that clients know what happens and when
 * to retry. It adds the header {@code Retry-After}, and a body in the format that errors have on the request's path.
 * The server sends such responses while no application is deployed ({@code default-response-code} in
 * {@code configure.cli}) and while it shuts down. Responses of the application have bodies, so they stay unchanged.
 * Thread-safe.
 */
public final class UnavailableHandler implements HttpHandler {
    private static final String RETRY_AFTER_SECONDS = "1";

    private static final ServerError UNAVAILABLE = new ServerError(
            StatusCodes.SERVICE_UNAVAILABLE,
            "unavailable",
            "The server is starting or stopping",
            "The server is starting or stopping; retry in a second.");

    private final HttpHandler next;

    /**
     * Creates the handler. Undertow calls this constructor.
     *
     * @param next the handler that processes the request
     */
    public UnavailableHandler(HttpHandler next) {
        this.next = next;
        // This is the first code of this module that the server runs, also if the application is never deployed.
        ParentProcess.watch();
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        exchange.addDefaultResponseListener(UnavailableHandler::complete);
        next.handleRequest(exchange);
    }

    /** Answers a request with the status 503, in place of the application. */
    static void refuse(HttpServerExchange exchange) {
        exchange.setStatusCode(StatusCodes.SERVICE_UNAVAILABLE);
        complete(exchange);
    }

    /**
     * Sends headers and an error body and returns true if the response has the status 503 and no body. Otherwise does
     * nothing and returns false, so that Undertow continues with the response.
     */
    private static boolean complete(HttpServerExchange exchange) {
        if (exchange.getStatusCode() != StatusCodes.SERVICE_UNAVAILABLE || !exchange.isResponseChannelAvailable()) {
            return false;
        }
        exchange.getResponseHeaders().put(Headers.RETRY_AFTER, RETRY_AFTER_SECONDS);
        // The client's next request needs a new connection, which may already reach another node.
        UNAVAILABLE.send(exchange, IoCallback.END_EXCHANGE);
        return true;
    }
}
