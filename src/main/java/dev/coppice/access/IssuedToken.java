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
 * @param id id by which the token is listed, rotated and revoked; not secret
 * @param token the token itself in the response to the request that issued it; otherwise null
 * @param tenant name of the tenant to which the token belongs
 * @param scopes permissions of the token
 * @param name display name, or null
 * @param expiresAt time from which the token is refused; null if it does not expire
 * @param history creation and last use; null in the response to the request that issued it
 * @param previous the token that this one replaces; null unless a rotation issued this one
 */
public record IssuedToken(
        String id,
        String token,
        String tenant,
        Set<Scope> scopes,
        String name,
        Instant expiresAt,
        History history,
        Previous previous)
        implements JsonBody {

    /**
     * What has happened to a token.
     *
     * @param createdAt time of issue
     * @param lastUsedAt time of the last known request with the token; null if there was none
     */
    public record History(Instant createdAt, Instant lastUsedAt) {}

    /**
     * A token that was rotated.
     *
     * @param id id of the token
     * @param expiresAt time from which it is refused
     */
    public record Previous(String id, Instant expiresAt) {}

    /**
     * Returns the description of a token that was just issued, including the token itself.
     *
     * @param tenant name of the token's tenant
     * @param previous the token that this one replaces; null if it replaces none
     */
    static IssuedToken issued(Credential credential, String token, String tenant, Previous previous) {
        return of(credential, token, tenant, null, previous);
    }

    /**
     * Returns the description of a token for the list of tokens, without the token itself.
     *
     * @param tenant name of the token's tenant
     */
    static IssuedToken listed(Credential credential, String tenant) {
        return of(credential, null, tenant, new History(credential.createdAt(), credential.lastUsedAt()), null);
    }

    private static IssuedToken of(Credential row, String token, String tenant, History history, Previous previous) {
        var id = String.valueOf(row.id());
        return new IssuedToken(id, token, tenant, row.scopes(), row.name(), row.expiresAt(), history, previous);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", id);
        if (token != null) {
            out.writeStringField("token", token);
        }
        out.writeStringField("tenant", tenant);
        writeScopes(out);
        out.writeStringField("name", name);
        if (history != null) {
            out.writeStringField("createdAt", Times.text(history.createdAt()));
        }
        out.writeStringField("expiresAt", Times.text(expiresAt));
        if (history != null) {
            out.writeStringField("lastUsedAt", Times.text(history.lastUsedAt()));
        }
        if (previous != null) {
            out.writeObjectFieldStart("previous");
            out.writeStringField("id", previous.id());
            out.writeStringField("expiresAt", Times.text(previous.expiresAt()));
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private void writeScopes(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("scopes");
        for (var scope : scopes) {
            out.writeString(scope.word());
        }
        out.writeEndArray();
    }

    /**
     * Writes what the audit log records of a new token: the members {@code name}, {@code scopes} and {@code expiresAt}.
     */
    void writePermissions(JsonGenerator out) throws IOException {
        out.writeStringField("name", name);
        writeScopes(out);
        out.writeStringField("expiresAt", Times.text(expiresAt));
    }
}
