package dev.coppice.quota;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * The quotas that apply to a tenant: those that were set for the tenant, or those of the settings. 0 means no limit.
 *
 * @param requestsPerSecond number of requests a second; each node counts for itself
 * @param bytesPerDay number of bytes of request bodies a day
 * @param sessions number of sessions
 * @param modelCallsPerDay number of calls of the chat model a day
 */
public record Limits(long requestsPerSecond, long bytesPerDay, long sessions, long modelCallsPerDay) {
    void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("requestsPerSecond", requestsPerSecond);
        out.writeNumberField("bytesPerDay", bytesPerDay);
        out.writeNumberField("sessions", sessions);
        out.writeNumberField("modelCallsPerDay", modelCallsPerDay);
        out.writeEndObject();
    }
}
