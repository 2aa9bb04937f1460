package dev.coppice.llm;

import dev.coppice.llm.ChatFailure.Reason;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;

/** HTTP client of the model endpoint. Limits the time and the size of a response. Thread-safe. */
final class Endpoint {
    private static final Logger LOG = Logger.getLogger(Endpoint.class.getName());

    private final HttpClient http;
    private final int maxBytes;

    /**
     * Creates a client that follows no redirects and stores no cookies.
     *
     * @param connectTimeout maximum time to establish a connection
     * @param maxBytes maximum size of the body of a response, in bytes
     * @param threads executor of the HTTP client
     */
    Endpoint(Duration connectTimeout, int maxBytes, Executor threads) {
        this.maxBytes = maxBytes;
        this.http = HttpClient.newBuilder()
                // Without TLS, HTTP/2 starts with an upgrade of HTTP/1.1, which some model servers reject.
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(threads)
                .build();
    }

    /**
     * Sends a request and waits for the complete response, at most for {@code limit}. Returns
     * {@link EndpointResponse#NONE} if the connection cannot be established, or fails before a response has begun.
     * Throws {@link ChatFailure} with one of these reasons: {@code TIMEOUT}, after closing the connection;
     * {@code UNREACHABLE} if TLS failed; {@code TOO_LARGE}; {@code GARBLED} if the response was interrupted;
     * {@code STOPPED} if {@code stopped} was completed or this thread was interrupted. Measures the time itself,
     * because the timeout of the JDK's client ends with the response's headers.
     */
    EndpointResponse send(HttpRequest request, Duration limit, CompletableFuture<Void> stopped) {
        var answer = new Answer();
        var sent = sendAsync(request, answer);
        try {
            if (CompletableFuture.anyOf(sent, stopped).get(limit.toMillis(), TimeUnit.MILLISECONDS) == null) {
                throw stopped();
            }
            return response(sent.join());
        } catch (TimeoutException e) {
            throw new ChatFailure(Reason.TIMEOUT, "The model's answer was not complete within " + limit + ".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopped();
        } catch (ExecutionException e) {
            return failed(e.getCause(), answer.hasBegun);
        } finally {
            sent.cancel(true);
        }
    }

    private CompletableFuture<HttpResponse<byte[]>> sendAsync(HttpRequest request, Answer answer) {
        try {
            return http.sendAsync(request, answer);
        } catch (RejectedExecutionException e) {
            throw stopped();
        }
    }

    static ChatFailure stopped() {
        return new ChatFailure(Reason.STOPPED, "The model call was interrupted.");
    }

    private static EndpointResponse response(HttpResponse<byte[]> response) {
        var retryAfter = response.headers().firstValue("Retry-After").orElse(null);
        return new EndpointResponse(response.statusCode(), retryAfter, response.body());
    }

    /**
     * Evaluates the exception with which a request ended. Returns {@link EndpointResponse#NONE} if the connection
     * failed before a response began. In all other cases throws a {@link ChatFailure}: the exception itself if it is
     * one (such as {@code TOO_LARGE}), {@code UNREACHABLE} if TLS failed before a response began, otherwise
     * {@code GARBLED}. Does not use the messages of other exceptions, because they may contain text from the endpoint.
     *
     * @param failure the exception
     * @param hasBegun true if a response had begun
     */
    private static EndpointResponse failed(Throwable failure, boolean hasBegun) {
        if (failure instanceof ChatFailure chatFailure) {
            throw chatFailure;
        }
        LOG.fine(() ->
                "Request to the model endpoint failed: " + failure.getClass().getName());
        if (failure instanceof SSLException && !hasBegun) {
            throw new ChatFailure(Reason.UNREACHABLE, "The TLS connection to the model endpoint failed.");
        }
        if (failure instanceof IOException && !hasBegun) {
            return EndpointResponse.NONE;
        }
        throw new ChatFailure(Reason.GARBLED, "The model's answer was interrupted.");
    }

    /**
     * Receives a response, and records that it has begun. Collects the body if the status is 200. With any other
     * status, cancels the request and returns an empty body.
     */
    private final class Answer implements HttpResponse.BodyHandler<byte[]> {
        private volatile boolean hasBegun;

        @Override
        public BodySubscriber<byte[]> apply(ResponseInfo head) {
            hasBegun = true;
            return head.statusCode() == EndpointResponse.OK ? new BoundedBody(maxBytes) : BoundedBody.discarding();
        }
    }
}
