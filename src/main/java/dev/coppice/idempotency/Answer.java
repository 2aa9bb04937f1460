package dev.coppice.idempotency;

import dev.coppice.json.JsonBody;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The response to a writing request, in a form that can be stored and sent again: status, headers, and JSON as bytes.
 */
public record Answer(int status, Map<String, String> headers, byte[] body) {
    static final String REPLAYED = "Idempotency-Replayed";

    public static Answer of(int status, JsonBody body) {
        return new Answer(status, Map.of(), body.toBytes());
    }

    /** Returns an answer with status 204 and no body. */
    public static Answer noContent() {
        return new Answer(204, Map.of(), new byte[0]);
    }

    /** Returns a copy of this answer with one more header. */
    public Answer with(String header, String value) {
        var extended = new LinkedHashMap<>(headers);
        extended.put(header, value);
        return new Answer(status, extended, body);
    }

    /** Returns a copy whose header {@code ETag} is the version of the written resource. */
    public Answer version(long version) {
        return with(HttpHeaders.ETAG, tag(version));
    }

    /**
     * Returns the response to a read: 200 with the body, and the version of the resource as {@code ETag}. The body is
     * streamed and never stored.
     */
    public static Response current(JsonBody body, long version) {
        return Response.ok(body).header(HttpHeaders.ETAG, tag(version)).build();
    }

    /** Returns the {@code ETag} for a version: the number in quotes. */
    public static String tag(long version) {
        return "\"" + version + "\"";
    }

    public Response toResponse() {
        var response = Response.status(status);
        if (body.length > 0) {
            response.type(MediaType.APPLICATION_JSON_TYPE).entity(body);
        }
        headers.forEach(response::header);
        return response.build();
    }
}
