package dev.coppice.quota;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * A tenant in responses to administrators.
 *
 * @param id name of the tenant
 * @param quotas quotas that were set for it
 * @param limits quotas that apply to it
 * @param bytes bytes of request bodies today
 * @param sessions number of its sessions
 * @param modelCalls calls of the chat model today
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
