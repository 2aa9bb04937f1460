package dev.coppice.access;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;

/**
 * A bearer token as administrators see it in responses.
 *
 * @param id id by which the token is listed and revoked
 * @param token the token itself, only in the response that issues it; else null
 * @param createdAt when the token was issued; null in the response that issues it
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
