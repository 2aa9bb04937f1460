package dev.coppice.load;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The loader's HTTP client. Adds the bearer token to requests, and repeats a request if the server is busy or
 * unreachable. Repeating is safe, because the loader creates only missing sessions and sends messages with ids. Not
 * thread-safe.
 */
final class CoppiceClient implements AutoCloseable {

    /**
     * Maximum number of attempts for a request. The delay between two attempts begins with half a second, and doubles
     * up to 30 seconds. So the client waits about a minute in all, enough for a restart of the server.
     */
    private static final int ATTEMPTS = 8;

    private static final Duration MAX_DELAY = Duration.ofSeconds(30);

    private final URI url;
    private final String token;
    private final Duration firstDelay;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, CoppiceClient::daemon);
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .executor(threads)
            .build();
    /** True if the server has answered at least one request of this client. */
    private boolean answered;

    CoppiceClient(URI url, String token) {
        this(url, token, Duration.ofMillis(500));
    }

    /**
     * Creates a client.
     *
     * @param url address of the server, without a slash at its end
     * @param token bearer token, or null for none
     * @param firstDelay delay before the second attempt for a request; the delay doubles with each further attempt, up
     *     to 30 seconds. A response with the header {@code Retry-After} determines the delay itself, up to 30 seconds.
     */
    CoppiceClient(URI url, String token, Duration firstDelay) {
        this.url = url;
        this.token = token;
        this.firstDelay = firstDelay;
    }

    private static Thread daemon(Runnable work) {
        var thread = new Thread(work, "loader-http");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Sends a request and returns the response, whatever its status is, except 401. If the status is 503 or 429, or if
     * there is no response, repeats the request, up to eight attempts in all. If the last attempt gets such a status
     * too, returns its response.
     *
     * @param method HTTP method, such as {@code POST}
     * @param path path and query, such as {@code /v1/sessions/hazel?namespace=x}
     * @param body JSON in UTF-8
     * @throws LoadException if the last attempt got no response, a connection is refused before the server has answered
     *     any request of this client, the server rejects the token (401), or the thread is interrupted
     */
    HttpResponse<byte[]> send(String method, String path, BodyPublisher body) {
        var request = request(method, path, body);
        var delay = firstDelay;
        for (int attempt = 1; ; attempt++) {
            try {
                var response = http.send(request, BodyHandlers.ofByteArray());
                answered = true;
                boolean busy = response.statusCode() == 503 || response.statusCode() == 429;
                if (!busy || attempt == ATTEMPTS) {
                    return authenticated(response);
                }
                sleep(retryAfter(response, delay));
            } catch (IOException e) {
                // If the first connection is refused, the address is wrong or the server is not started: don't retry.
                if (attempt == ATTEMPTS || (e instanceof ConnectException && !answered)) {
                    throw new LoadException(url.toString(), "no response (" + reason(e) + "); is the server running?");
                }
                sleep(delay);
            } catch (InterruptedException e) {
                throw interrupted();
            }
            delay = bounded(delay.multipliedBy(2));
        }
    }

    private HttpRequest request(String method, String path, BodyPublisher body) {
        var request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .method(method, body);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request.build();
    }

    /** Returns the given response. Throws {@code LoadException} if its status is 401. */
    private HttpResponse<byte[]> authenticated(HttpResponse<byte[]> response) {
        if (response.statusCode() == 401) {
            throw new LoadException(
                    url.toString(),
                    token == null
                            ? "the server requires a token and none was found; set --token or COPPICE_TOKEN"
                            : "the server rejects the token; set another one by --token or COPPICE_TOKEN");
        }
        return response;
    }

    /**
     * Returns the delay before the next attempt: the seconds in the response's header {@code Retry-After}, but at most
     * 30. If the header is missing or not a number, returns {@code delay}.
     */
    private static Duration retryAfter(HttpResponse<?> response, Duration delay) {
        try {
            return response.headers()
                    .firstValue("Retry-After")
                    .map(seconds -> bounded(Duration.ofSeconds(Long.parseLong(seconds.strip()))))
                    .orElse(delay);
        } catch (NumberFormatException e) {
            return delay; // an HTTP date, which Coppice never sends
        }
    }

    private static Duration bounded(Duration delay) {
        return delay.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : delay;
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static void sleep(Duration delay) {
        try {
            Thread.sleep(delay.toMillis());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static LoadException interrupted() {
        Thread.currentThread().interrupt();
        return new LoadException("Interrupted; run the same command again to continue");
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
