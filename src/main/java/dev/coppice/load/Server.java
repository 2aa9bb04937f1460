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
 * Calls with the token, again when the server is busy or away for a moment. Repeating is safe because what the loader
 * does is idempotent: sessions are made when missing, and messages have ids. For one thread.
 */
final class Server implements AutoCloseable {

    private static final int ATTEMPTS = 8;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final URI url;
    private final String token;
    private final Duration firstPause;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, Server::daemon);
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .executor(threads)
            .build();
    private boolean answered;

    Server(URI url, String token) {
        this(url, token, Duration.ofMillis(500));
    }

    /** @param firstPause before the second attempt when the server names none; it doubles */
    Server(URI url, String token, Duration firstPause) {
        this.url = url;
        this.token = token;
        this.firstPause = firstPause;
    }

    private static Thread daemon(Runnable work) {
        var thread = new Thread(work, "loader-http");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * The answer, whatever its status, 503 and 429 only after the last of eight attempts.
     *
     * @throws LoadException when there is no answer after eight attempts, nobody listens at the first, or the token isn't taken
     */
    HttpResponse<byte[]> call(String method, String path, BodyPublisher body) {
        var request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .method(method, body);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        var pause = firstPause;
        for (int attempt = 1; ; attempt++) {
            try {
                var answer = http.send(request.build(), BodyHandlers.ofByteArray());
                answered = true;
                boolean busy = answer.statusCode() == 503 || answer.statusCode() == 429;
                if (!busy || attempt == ATTEMPTS) {
                    return known(answer);
                }
                sleep(retryAfter(answer, pause));
            } catch (IOException e) {
                // A server that was never there is not away for a moment: the address is wrong, or it isn't started.
                if (attempt == ATTEMPTS || (e instanceof ConnectException && !answered)) {
                    throw new LoadException(url.toString(), "no answer (" + reason(e) + "); is the server running?");
                }
                sleep(pause);
            } catch (InterruptedException e) {
                throw interrupted();
            }
            pause = shorter(pause.multipliedBy(2));
        }
    }

    private HttpResponse<byte[]> known(HttpResponse<byte[]> answer) {
        if (answer.statusCode() == 401) {
            throw new LoadException(
                    url.toString(),
                    token == null
                            ? "it wants a token, and none was found; give --token or COPPICE_TOKEN"
                            : "it doesn't take the token; give another with --token or COPPICE_TOKEN");
        }
        return answer;
    }

    private static Duration retryAfter(HttpResponse<?> answer, Duration pause) {
        try {
            return answer.headers()
                    .firstValue("Retry-After")
                    .map(seconds -> shorter(Duration.ofSeconds(Long.parseLong(seconds.strip()))))
                    .orElse(pause);
        } catch (NumberFormatException e) {
            return pause; // HTTP allows a date as well
        }
    }

    private static Duration shorter(Duration pause) {
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static LoadException interrupted() {
        Thread.currentThread().interrupt();
        return new LoadException("Stopped; the same command goes on where it was");
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
