package dev.coppice.idempotency;

import dev.coppice.json.JsonBody;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The response to a request that writes. It can be stored under the request's idempotency key, and sent again if the
 * client repeats the request.
 *
 * @param status the HTTP status
 * @param headers values of the headers by name, apart from {@code Content-Type}
 * @param body JSON in UTF-8; empty for a response without a body
 */
public record Answer(int status, Map<String, String> headers, byte[] body) {
    static final String REPLAYED = "Idempotency-Replayed";

    /** Returns an answer with this status and body, without headers. */
    public static Answer of(int status, JsonBody body) {
        return new Answer(status, Map.of(), body.toBytes());
    }

    /** Returns an answer with status 204, no headers and no body. */
    public static Answer noContent() {
        return new Answer(204, Map.of(), new byte[0]);
    }

    /** Returns a copy of this answer with one more header, which replaces a header of the same name. */
    public Answer with(String header, String value) {
        var extended = new LinkedHashMap<>(headers);
        extended.put(header, value);
        return new Answer(status, extended, body);
    }

    /**
     * Returns a copy of this answer with the header {@code ETag}, which contains the version of the written resource.
     */
    public Answer version(long version) {
        return with(HttpHeaders.ETAG, tag(version));
    }

    /**
     * Returns the response to a request that reads a resource. It has the status 200, the body, and the header
     * {@code ETag} with the version of the resource. Such a response is never stored under an idempotency key. Its body
     * is written to the client piece by piece.
     */
    public static Response current(JsonBody body, long version) {
        return Response.ok(body).header(HttpHeaders.ETAG, tag(version)).build();
    }

    /** Returns the value of the header {@code ETag} for a version: the number in double quotes, such as {@code "3"}. */
    public static String tag(long version) {
        return "\"" + version + "\"";
    }

    /** Returns the JAX-RS response with this answer's status, headers and body. */
    public Response toResponse() {
        var response = Response.status(status);
        if (body.length > 0) {
            response.type(MediaType.APPLICATION_JSON_TYPE).entity(body);
        }
        headers.forEach(response::header);
        return response.build();
    }
}
