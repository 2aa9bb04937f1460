package dev.coppice.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** HTTP client for tests with one bearer token. Thread-safe. */
public final class Api {

    private static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(60))
            .build();
    private static final List<BiConsumer<SentRequest, HttpAnswer>> OBSERVERS = new CopyOnWriteArrayList<>();
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private final URI base;
    private final String token;
    private final Duration timeout;

    /** @param token null for requests without a token */
    public Api(URI base, String token) {
        this(base, token, TIMEOUT);
    }

    private Api(URI base, String token, Duration timeout) {
        this.base = base;
        this.token = token;
        this.timeout = timeout;
    }

    /** A client of the same server that waits at most so long for each part of an answer, by default two minutes. */
    public Api within(Duration limit) {
        return new Api(base, token, limit);
    }

    /** Calls the observer after every exchange of this JVM from now on; what it throws fails the caller. */
    public static void observe(BiConsumer<SentRequest, HttpAnswer> observer) {
        OBSERVERS.add(observer);
    }

    /** A client of the same server with another token. */
    public Api as(String otherToken) {
        return new Api(base, otherToken, timeout);
    }

    public URI base() {
        return base;
    }

    /** Builds a request; each {@code {}} of the template is replaced by a segment, percent-encoded. */
    public HttpCall get(String template, Object... segments) {
        return call("GET", template, segments);
    }

    public HttpCall head(String template, Object... segments) {
        return call("HEAD", template, segments);
    }

    public HttpCall post(String template, Object... segments) {
        return call("POST", template, segments);
    }

    public HttpCall put(String template, Object... segments) {
        return call("PUT", template, segments);
    }

    public HttpCall patch(String template, Object... segments) {
        return call("PATCH", template, segments);
    }

    public HttpCall delete(String template, Object... segments) {
        return call("DELETE", template, segments);
    }

    public HttpCall call(String method, String template, Object... segments) {
        var path = new StringBuilder();
        var from = 0;
        for (var segment : segments) {
            var brace = template.indexOf("{}", from);
            path.append(template, from, brace).append(encode(String.valueOf(segment)));
            from = brace + 2;
        }
        return new HttpCall(this, method, path.append(template.substring(from)).toString());
    }

    /** Percent-encodes all characters except the unreserved ones of RFC 3986. */
    public static String encode(String text) {
        var encoded = new StringBuilder();
        for (var b : text.getBytes(StandardCharsets.UTF_8)) {
            if (UNRESERVED.indexOf(b) >= 0) {
                encoded.append((char) b);
            } else {
                encoded.append(String.format("%%%02X", b));
            }
        }
        return encoded.toString();
    }

    HttpAnswer send(HttpCall call) {
        var request = call.request();
        try {
            var answer = BlockingHttp.send(request, token, call.isChunked(), timeout);
            OBSERVERS.forEach(observer -> observer.accept(request, answer));
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(request.toString(), e);
        }
    }

    InputStream stream(HttpCall call) {
        var request = call.request();
        try {
            var response = CLIENT.send(prepare(call, request).timeout(timeout).build(), BodyHandlers.ofInputStream());
            if (response.statusCode() != 200) {
                throw new AssertionError("Expected 200, got " + response.statusCode() + " to " + request);
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(request.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpRequest.Builder prepare(HttpCall call, SentRequest request) {
        var builder = HttpRequest.newBuilder(request.uri()).method(request.method(), call.publisher());
        if (token != null) {
            builder.header("Authorization", "Bearer " + token);
        }
        request.headers().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        return builder;
    }
}
