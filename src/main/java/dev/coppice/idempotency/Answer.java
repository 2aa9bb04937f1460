package dev.coppice.idempotency;

import dev.coppice.json.JsonBody;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answer of a write in a form that can be stored and repeated: status, headers, JSON. */
public record Answer(int status, Map<String, String> headers, byte[] body) {
    static final String REPLAYED = "Idempotency-Replayed";

    public static Answer of(int status, JsonBody body) {
        return new Answer(status, Map.of(), body.toBytes());
    }

    /** 204 without a body. */
    public static Answer noContent() {
        return new Answer(204, Map.of(), new byte[0]);
    }

    /** A copy with one more header. */
    public Answer with(String header, String value) {
        var extended = new LinkedHashMap<>(headers);
        extended.put(header, value);
        return new Answer(status, extended, body);
    }

    /** A copy with the version of the written resource as {@code ETag}. */
    public Answer version(long version) {
        return with(HttpHeaders.ETAG, tag(version));
    }

    /** The response of a read: the body and its version as {@code ETag}. It is streamed and never stored. */
    public static Response current(JsonBody body, long version) {
        return Response.ok(body).header(HttpHeaders.ETAG, tag(version)).build();
    }

    /** The {@code ETag} of a version. */
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
