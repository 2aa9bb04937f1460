package dev.coppice.access;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;

/**
 * A bearer token in responses to administrators.
 *
 * @param id id by which the token is listed and revoked; not secret
 * @param token the token itself in the response to the request that issued it; otherwise null
 * @param tenant name of the tenant to which the token belongs
 * @param scopes permissions of the token
 * @param name display name, or null
 * @param createdAt time of issue; null in the response to the request that issued it
 */
public record IssuedToken(String id, String token, String tenant, Set<Scope> scopes, String name, Instant createdAt)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", id);
        if (token != null) {
            out.writeStringField("token", token);
        }
        out.writeStringField("tenant", tenant);
        out.writeArrayFieldStart("scopes");
        for (var scope : scopes) {
            out.writeString(scope.word());
        }
        out.writeEndArray();
        out.writeStringField("name", name);
        if (createdAt != null) {
            out.writeStringField("createdAt", Times.text(createdAt));
        }
        out.writeEndObject();
    }
}
