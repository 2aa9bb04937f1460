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

/** One request to an endpoint, with a limit for its time and for the bytes of its answer. Safe for threads. */
final class Endpoint {
    private static final Logger LOG = Logger.getLogger(Endpoint.class.getName());

    private final HttpClient http;
    private final int maxBytes;

    /** Redirects are not followed, and cookies are not kept. */
    Endpoint(Duration connectTimeout, int maxBytes, Executor threads) {
        this.maxBytes = maxBytes;
        this.http = HttpClient.newBuilder()
                // Without TLS a second version costs an upgrade, which some servers of models take amiss.
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(threads)
                .build();
    }

    /**
     * Sends a request and waits for the whole answer, its last byte included: the client's own timeout ends with the
     * headers. When the time is up the connection is closed.
     */
    Reply send(HttpRequest request, Duration limit) {
        var answer = new Answer();
        var sent = sendAsync(request, answer);
        try {
            return reply(sent.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            throw new ChatFailure(Reason.TIMEOUT, "The model's answer was not whole within " + limit + ".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopped();
        } catch (ExecutionException e) {
            return reply(e.getCause(), answer.begun);
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
        return new ChatFailure(Reason.STOPPED, "The call of the model was interrupted.");
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        var retryAfter = response.headers().firstValue("Retry-After").orElse(null);
        return new Reply(response.statusCode(), retryAfter, response.body());
    }

    /** The words of an exception may come from the other side, so they are not passed on. */
    private static Reply reply(Throwable failure, boolean begun) {
        if (failure instanceof ChatFailure ours) {
            throw ours;
        }
        LOG.fine(() -> "The model endpoint failed: " + failure.getClass().getName());
        if (failure instanceof SSLException && !begun) {
            throw new ChatFailure(Reason.UNREACHABLE, "The model endpoint cannot be reached by TLS.");
        }
        if (failure instanceof IOException && !begun) {
            return Reply.NONE;
        }
        throw new ChatFailure(Reason.GARBLED, "The model's answer broke off.");
    }

    /** Knows whether an answer has begun. */
    private final class Answer implements HttpResponse.BodyHandler<byte[]> {
        private volatile boolean begun;

        @Override
        public BodySubscriber<byte[]> apply(ResponseInfo head) {
            begun = true;
            return head.statusCode() == Reply.OK ? new BoundedBody(maxBytes) : BoundedBody.none();
        }
    }
}
