package dev.coppice.support;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An HTTP request that is built step by step; {@link #send} can be called several times. Not thread-safe. */
public final class HttpCall {

    private static final byte[] NO_BODY = {};
    private static final int MAX_ATTEMPTS = 10;

    private final Api api;
    private final String method;
    private final StringBuilder path;
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private byte[] body = NO_BODY;
    private boolean chunked;

    HttpCall(Api api, String method, String path) {
        this.api = api;
        this.method = method;
        this.path = new StringBuilder(path);
    }

    /** Adds a query parameter, percent-encoded. */
    public HttpCall query(String name, Object value) {
        path.append(path.indexOf("?") < 0 ? '?' : '&')
                .append(Api.encode(name))
                .append('=')
                .append(Api.encode(String.valueOf(value)));
        return this;
    }

    public HttpCall header(String name, String value) {
        headers.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
        return this;
    }

    /** Removes a header that was added before. */
    public HttpCall without(String name) {
        headers.remove(name);
        return this;
    }

    /** Sets a JSON body: a node, a text or bytes. */
    public HttpCall json(Object json) {
        return body("application/json", Json.bytes(json));
    }

    public HttpCall body(String contentType, byte[] bytes) {
        headers.put("Content-Type", new ArrayList<>(List.of(contentType)));
        body = bytes;
        return this;
    }

    /** Sends the body in chunks, without {@code Content-Length}. */
    public HttpCall chunked() {
        chunked = true;
        return this;
    }

    boolean isChunked() {
        return chunked;
    }

    /** Sends the request; repeats a search that answers {@code timedOut} up to ten times, as it may on a busy machine. */
    public HttpAnswer send() {
        var answer = api.send(this);
        for (var attempt = 0; attempt < MAX_ATTEMPTS && isTimedOut(answer); attempt++) {
            answer = api.send(this);
        }
        return answer;
    }

    private boolean isTimedOut(HttpAnswer answer) {
        return path.indexOf("/search") >= 0 && answer.text().contains("\"timedOut\":true");
    }

    /** Sends the request and returns the body as a stream; fails unless the status is 200. Observers are not called. */
    public InputStream stream() {
        return api.stream(this);
    }

    /** The request without a timeout, for an answer that does not end. */
    HttpRequest open() {
        return api.prepare(this, request()).build();
    }

    SentRequest request() {
        return new SentRequest(method, URI.create(api.base().toString() + path), headers, body);
    }

    BodyPublisher publisher() {
        if (body.length == 0) {
            return BodyPublishers.noBody();
        }
        var publisher = BodyPublishers.ofByteArray(body);
        return chunked ? BodyPublishers.fromPublisher(publisher) : publisher;
    }
}
