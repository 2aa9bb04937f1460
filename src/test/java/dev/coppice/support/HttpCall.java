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

/** A request being put together. Sent by {@link #send}, as often as wanted. */
public final class HttpCall {

    private static final byte[] NOTHING = {};
    private static final int MAX_SEARCHES = 10;

    private final Api api;
    private final String method;
    private final StringBuilder path;
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private byte[] body = NOTHING;
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

    /** A JSON body: a node, a text or bytes. */
    public HttpCall json(Object json) {
        return body("application/json", Json.bytes(json));
    }

    public HttpCall body(String contentType, byte[] bytes) {
        headers.put("Content-Type", new ArrayList<>(List.of(contentType)));
        body = bytes;
        return this;
    }

    /** Sends the body without telling its length. */
    public HttpCall chunked() {
        chunked = true;
        return this;
    }

    /**
     * Sends it, and again as long as a search says that its time was over: on a machine that is busy with other things half
     * a second may be none at all.
     */
    public HttpAnswer send() {
        var answer = api.send(this);
        for (var attempt = 0; attempt < MAX_SEARCHES && isCutShort(answer); attempt++) {
            answer = api.send(this);
        }
        return answer;
    }

    private boolean isCutShort(HttpAnswer answer) {
        return path.indexOf("/search") >= 0 && answer.text().contains("\"timedOut\":true");
    }

    /** Sends and hands out the body as a stream; the observers don't see such an exchange. */
    public InputStream stream() {
        return api.stream(this);
    }

    /** The request for an answer that does not end: without a limit of time. */
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
