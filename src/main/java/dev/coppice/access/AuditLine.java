package dev.coppice.access;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * An entry of the audit log as one line of JSON.
 *
 * @param entry the entry
 * @param tenant name of the tenant that the entry concerns
 * @param reader tenant of the administrator who reads the entry. The JSON has null for the id and name of the actor's
 *     token, unless the reader's tenant is {@code default} or that of the actor.
 */
public record AuditLine(AuditEntry entry, String tenant, String reader) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", String.valueOf(entry.id()));
        out.writeStringField("at", Times.text((Long) entry.createdAt()));
        out.writeStringField("action", entry.action());
        out.writeStringField("tenant", tenant);
        writeActor(out, entry.actor());
        out.writeStringField("target", entry.target());
        if (entry.details() == null) {
            out.writeNullField("details");
        } else {
            out.writeFieldName("details");
            out.writeRawValue(new String(entry.details(), StandardCharsets.UTF_8));
        }
        out.writeEndObject();
    }

    private void writeActor(JsonGenerator out, Actor actor) throws IOException {
        if (actor.tenant() == null) {
            out.writeNullField("actor");
            return;
        }
        boolean shown = reader.equals(Tenant.DEFAULT) || reader.equals(actor.tenant());
        out.writeObjectFieldStart("actor");
        out.writeStringField("tenant", actor.tenant());
        out.writeStringField("token", shown ? actor.token() : null);
        out.writeStringField("name", shown ? actor.name() : null);
        out.writeEndObject();
    }
}
