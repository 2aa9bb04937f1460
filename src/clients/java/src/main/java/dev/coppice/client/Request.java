package dev.coppice.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A request that can be sent several times. A POST has an idempotency key, by which the server recognizes a repetition.
 * Not thread-safe.
 */
final class Request {
    private static final String KEY = "Idempotency-Key";

    /**
     * Path of the only POST without an idempotency key. For such a key the server would have to store its response,
     * which contains a token.
     */
    private static final String TOKENS = "/v1/tokens";

    private final String method;
    private final StringBuilder target;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private BodyPublisher body = BodyPublishers.noBody();
    private boolean hasQuery;
    private Upload upload;

    private Request(String method, String path) {
        this.method = method;
        target = new StringBuilder(path);
        hasQuery = path.indexOf('?') >= 0;
        if (method.equals("POST") && !path.startsWith(TOKENS)) {
            headers.put(KEY, UUID.randomUUID().toString());
        }
    }

    /**
     * Creates a request.
     *
     * @param path path in which {@code {}} stands for each id
     * @param ids the ids, which are percent-encoded
     */
    static Request of(String method, String path, String... ids) {
        var filled = new StringBuilder();
        int from = 0;
        for (var id : ids) {
            int gap = path.indexOf("{}", from);
            filled.append(path, from, gap).append(encode(id));
            from = gap + 2;
        }
        return new Request(method, filled.append(path.substring(from)).toString());
    }

    static Request get(String path, String... ids) {
        return of("GET", path, ids);
    }

    static Request post(String path, String... ids) {
        return of("POST", path, ids);
    }

    /** Adds a query parameter. Does nothing if the value is null. */
    Request query(String name, Object value) {
        if (value != null) {
            target.append(hasQuery ? '&' : '?').append(encode(name)).append('=').append(encode(value.toString()));
            hasQuery = true;
        }
        return this;
    }

    Request query(Map<String, ?> parameters) {
        parameters.forEach(this::query);
        return this;
    }

    Request header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /**
     * Adds the header {@code If-Match}, so that the server refuses the request if the stored object has another
     * version. Does nothing if the version is null.
     */
    Request ifVersion(Long version) {
        return version == null ? this : header("If-Match", "\"" + version + "\"");
    }

    /** Sets the body. Escapes halves of surrogate pairs, so that the server gets them and can refuse them. */
    Request json(String json) {
        return text("application/json", Json.escapeHalves(json));
    }

    Request text(String type, String text) {
        body = BodyPublishers.ofString(text);
        return header("Content-Type", type);
    }

    /** Sets a body of any length, and removes the idempotency key, because the server accepts none with such a body. */
    Request upload(Upload large, String type, BodyPublisher publisher) {
        headers.remove(KEY);
        body = publisher;
        upload = large;
        return header("Content-Type", type);
    }

    /** Returns the upload that counts the bytes of a long body; null for a request with an ordinary body. */
    Upload upload() {
        return upload;
    }

    /**
     * True if the request must not be sent again when the server may have executed it. A repetition would then be
     * refused because of its version, or executed a second time. By the idempotency key of a POST, the server
     * recognizes the repetition, also if the request has a version.
     */
    boolean isOnce() {
        return method.equals("POST") ? !headers.containsKey(KEY) : headers.containsKey("If-Match");
    }

    boolean isDelete() {
        return method.equals("DELETE");
    }

    HttpRequest.Builder toHttp(String server) {
        var builder = HttpRequest.newBuilder(URI.create(server + target)).method(method, body);
        headers.forEach(builder::header);
        return builder;
    }

    @Override
    public String toString() {
        return method + " " + target;
    }

    /**
     * Percent-encodes a text for use in a path or a query. Encodes slashes, too. Throws {@code
     * IllegalArgumentException} if the text has half a surrogate pair, which UTF-8 cannot encode.
     */
    static String encode(String text) {
        var encoded = new StringBuilder();
        for (byte b : utf8(text)) {
            char c = (char) (b & 0xff);
            if (c < 128 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append(String.format("%%%02X", (int) c));
            }
        }
        return encoded.toString();
    }

    private static byte[] utf8(String text) {
        if (!Json.escapeHalves(text).equals(text)) {
            throw new IllegalArgumentException("Half of a surrogate pair in " + Json.quote(text));
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
