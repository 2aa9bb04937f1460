package dev.coppice.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.support.CoppiceServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** One HTTP client for a whole run, so that connections are reused. Thread-safe. */
final class Client {

    private static final byte[] NOTHING = {};

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI base;
    private final String token;

    Client(CoppiceServer server) {
        base = server.uri();
        token = server.token();
    }

    private HttpRequest request(String method, String path, byte[] body) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(120))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .build();
    }

    /** Sends a request and returns any response; retries once on an I/O error, because every request here is idempotent. */
    private HttpResponse<byte[]> exchange(String method, String path, byte[] body)
            throws IOException, InterruptedException {
        var request = request(method, path, body);
        try {
            return http.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            return http.send(request, BodyHandlers.ofByteArray());
        }
    }

    /** @return the response body @throws IllegalStateException if the status is not 2xx */
    String send(String method, String path, byte[] body) throws IOException, InterruptedException {
        var answer = exchange(method, path, body);
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException(method + " " + path + " returned " + answer.statusCode() + " "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    String get(String path) throws IOException, InterruptedException {
        return send("GET", path, NOTHING);
    }

    /** Creates a session; the query begins with a question mark or is empty. */
    void session(String id, String query) throws IOException, InterruptedException {
        send("PUT", "/v1/sessions/" + id + query, NOTHING);
    }

    /** @return false if the server was too busy (429 or 503) and stored nothing */
    boolean append(String session, byte[] body) throws IOException, InterruptedException {
        var answer = exchange("POST", "/v1/sessions/" + session + "/messages", body);
        if (answer.statusCode() == 503 || answer.statusCode() == 429) {
            return false;
        }
        if (answer.statusCode() != 201) {
            throw new IllegalStateException("An append returned " + answer.statusCode() + " "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return true;
    }

    /** Reads a response to its end and discards it. @return the number of bytes */
    long drain(String path) throws IOException, InterruptedException {
        var bytes = new AtomicLong();
        var answer = http.send(
                request("GET", path, NOTHING),
                BodyHandlers.ofByteArrayConsumer(part -> part.ifPresent(some -> bytes.addAndGet(some.length))));
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("GET " + path + " returned " + answer.statusCode());
        }
        return bytes.get();
    }

    InputStream stream(String path) throws IOException, InterruptedException {
        var answer = http.send(request("GET", path, NOTHING), BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("GET " + path + " returned " + answer.statusCode());
        }
        return answer.body();
    }

    /** Returns the text of a member of a JSON object, or null if there is none. */
    static String member(String json, String name) throws IOException {
        try (var parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var found = parser.currentName().equals(name);
                parser.nextToken();
                if (found) {
                    return parser.getValueAsString();
                }
                parser.skipChildren();
            }
            return null;
        }
    }
}
