package dev.coppice.quota;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * A tenant with its quotas and what it has used, as returned in JSON.
 *
 * @param id name of the tenant
 * @param quotas the quotas that were set for the tenant
 * @param limits the quotas that apply to the tenant, with those of the settings where none were set
 * @param bytes number of bytes of request bodies on the current day (UTC)
 * @param sessions number of the tenant's sessions
 * @param modelCalls number of calls of the chat model on the current day (UTC)
 */
record TenantBody(String id, OwnQuotas quotas, Limits limits, long bytes, long sessions, long modelCalls)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", id);
        out.writeObjectFieldStart("quotas");
        quotas.writeMembers(out);
        out.writeEndObject();
        out.writeFieldName("limits");
        limits.write(out);
        out.writeObjectFieldStart("used");
        out.writeNumberField("bytesToday", bytes);
        out.writeNumberField("sessions", sessions);
        out.writeNumberField("modelCallsToday", modelCalls);
        out.writeEndObject();
        out.writeEndObject();
    }
}
