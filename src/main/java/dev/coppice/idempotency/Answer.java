package dev.coppice.idempotency;

import dev.coppice.json.JsonBody;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a write answers, in a form that can be stored and given again: status, headers, JSON. */
public record Answer(int status, Map<String, String> headers, byte[] body) {
    static final String REPLAYED = "Idempotency-Replayed";

    public static Answer of(int status, JsonBody body) {
        return new Answer(status, Map.of(), body.toBytes());
    }

    /** Done, and nothing to say. */
    public static Answer empty() {
        return new Answer(204, Map.of(), new byte[0]);
    }

    public Answer with(String header, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, body);
    }

    /** Names the version of the thing that was written. */
    public Answer version(long version) {
        return with(HttpHeaders.ETAG, tag(version));
    }

    /** What a read answers: a thing as it is now, with its version; written out as it goes, and not stored. */
    public static Response current(JsonBody thing, long version) {
        return Response.ok(thing).header(HttpHeaders.ETAG, tag(version)).build();
    }

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
