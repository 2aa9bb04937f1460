package dev.coppice.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends requests to one server. Repeats every request after 429 and {@code busy}, which mean that it was not executed.
 * Repeats a request after a lost connection, a timeout, another 503, and 502 or 504 of a proxy only if it may be
 * executed twice. Thread-safe.
 *
 * @param http the HTTP client of the JDK
 * @param server URL of the server, without a slash at its end
 * @param token bearer token; null to send none
 * @param timeout maximum time to wait for the next bytes of an answer
 * @param deadline time after which a request is not repeated any more
 * @param known true after the first successful answer of the server. From then on, a 404 that is not Coppice's own
 *     means that the server is stopping
 */
record Connection(
        HttpClient http, String server, String token, Duration timeout, Duration deadline, AtomicBoolean known) {

    /**
     * Factor for the timeout of uploads: a server may stop reading an upload for this number of timeouts, for example
     * while it waits for locks or for its database.
     */
    private static final int UPLOAD_PATIENCE = 5;

    /** Reads a successful answer while its body arrives, and returns a result. */
    interface Reader<T> {
        T read(HttpResponse<BodyStream> response) throws IOException;
    }

    /** Sends a request and returns the answer with its whole body. */
    Answer send(Request request) {
        return send(request, timeout, response -> {
            try (var body = response.body()) {
                return Answer.of(response, text(body));
            }
        });
    }

    /** Sends a request and returns the JSON object in the body of the answer. */
    Json json(Request request) {
        return Json.of(send(request).json());
    }

    /**
     * Sends a request and returns the answer before its body was read. The caller must close the body.
     *
     * @param patience maximum time to wait for the next bytes of the body
     */
    HttpResponse<BodyStream> open(Request request, Duration patience) {
        return send(request, patience, response -> response);
    }

    private <T> T send(Request request, Duration patience, Reader<T> reader) {
        var attempts = new Attempts(deadline);
        boolean uncertain = false;
        while (true) {
            try {
                var response = once(request, patience);
                if (response.statusCode() < 300 || isGone(response, request, uncertain)) {
                    known.set(true);
                    return reader.read(response);
                }
                uncertain |= refused(response, request, attempts);
            } catch (InterruptedIOException e) {
                throw Attempts.interrupted(e);
            } catch (IOException e) {
                uncertain |= !(e instanceof ConnectException);
                if (uncertain && request.isOnce()) {
                    throw unreachable(request, e); // it may have been executed
                }
                attempts.pause(unreachable(request, e));
            }
        }
    }

    /** Sends a request without repeating it, and returns the answer, whatever its status is. */
    HttpResponse<BodyStream> once(Request request, Duration patience) throws IOException {
        var built = request.toHttp(server);
        if (token != null) {
            built.header("Authorization", "Bearer " + token);
        }
        try {
            return request.upload() == null
                    ? http.send(built.timeout(timeout).build(), info -> new BodyStream(patience))
                    : upload(built.build(), request.upload());
        } catch (InterruptedException e) {
            throw Attempts.interrupted(e);
        }
    }

    /**
     * Sends a request with a long body. There is no limit for the total time, as long as the server goes on reading the
     * body.
     */
    private HttpResponse<BodyStream> upload(HttpRequest request, Upload upload)
            throws IOException, InterruptedException {
        var patience = timeout.multipliedBy(UPLOAD_PATIENCE);
        var sending = http.sendAsync(request, info -> new BodyStream(patience));
        for (long before = -1; before < upload.bytes(); ) {
            before = upload.bytes();
            try {
                return sending.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // It goes on if bytes were sent meanwhile.
            } catch (ExecutionException e) {
                throw new IOException("The connection was lost", e.getCause());
            }
        }
        sending.cancel(true);
        throw new HttpTimeoutException("The server has read nothing for " + patience.toSeconds() + " s");
    }

    Connection withDeadline(Duration other) {
        return new Connection(http, server, token, timeout, other, known);
    }

    /**
     * True if the answer to a DELETE is 404 and an earlier attempt may have been executed. That attempt has probably
     * deleted the object, so the request counts as successful.
     *
     * @param uncertain true if the server may have executed an earlier attempt
     */
    private static boolean isGone(HttpResponse<?> response, Request request, boolean uncertain) {
        return uncertain && request.isDelete() && response.statusCode() == 404 && isProblem(response);
    }

    private static boolean isProblem(HttpResponse<?> response) {
        return CoppiceProblem.isType(
                response.headers().firstValue("Content-Type").orElse(""));
    }

    /**
     * Handles an answer with an error status. If the request can be repeated, waits until the next attempt and returns.
     * Otherwise throws the error as a {@link CoppiceProblem}.
     *
     * @return true if the server may have executed the request
     */
    boolean refused(HttpResponse<BodyStream> response, Request request, Attempts attempts) throws IOException {
        var problem = problem(response);
        boolean stops = problem.status() == 404 && problem.is(CoppiceProblem.FOREIGN) && known.get();
        boolean uncertain = problem.isUncertain() || stops;
        if (!problem.isBusy() && (!uncertain || request.isOnce())) {
            throw problem;
        }
        attempts.pause(problem);
        return uncertain;
    }

    static CoppiceProblem problem(HttpResponse<BodyStream> response) throws IOException {
        try (var body = response.body()) {
            var type = response.headers().firstValue("Content-Type").orElse("");
            return CoppiceProblem.of(response.statusCode(), type, text(body), retryAfter(response));
        }
    }

    private static Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(seconds -> seconds.matches("\\d{1,9}")) // not an HTTP date, which Coppice never sends
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(null);
    }

    CoppiceProblem unreachable(Request request, IOException cause) {
        var reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new CoppiceProblem(
                CoppiceProblem.UNREACHABLE, "No answer of " + server + " to " + request + ": " + reason, cause);
    }

    private static String text(InputStream body) throws IOException {
        return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
}
