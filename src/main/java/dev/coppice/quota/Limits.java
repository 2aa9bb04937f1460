package dev.coppice.quota;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * The quotas that apply to a tenant: its own, or those of the settings. 0 means no limit.
 *
 * @param requestsPerSecond requests a second, on each node
 * @param bytesPerDay bytes of request bodies a day
 * @param sessions number of sessions
 * @param modelCallsPerDay calls of the chat model a day
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
