package dev.coppice.quota;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import java.io.IOException;

/**
 * The quotas that an administrator has set for a tenant. If a quota is null, none was set, and the quota of the
 * settings applies. 0 means no limit.
 *
 * @param requestsPerSecond number of requests a second; each node counts for itself
 * @param bytesPerDay number of bytes of request bodies a day
 * @param sessions number of sessions
 * @param modelCallsPerDay number of calls of the chat model a day
 */
public record OwnQuotas(Long requestsPerSecond, Long bytesPerDay, Long sessions, Long modelCallsPerDay) {
    /** The value for a tenant for which no quotas were set. */
    static final OwnQuotas NONE = new OwnQuotas(null, null, null, null);

    private static final long MAX_RATE = 1_000_000;
    private static final long MAX = 1L << 60;

    /**
     * Reads the quotas from a request body. A quota that is missing in the body is null. Throws 400 {@code malformed}
     * if the body is not a JSON object or a quota is not a whole number, 400 {@code unknown-field} if a member is
     * unknown, 400 {@code out-of-range} if a number is negative or too large.
     */
    static OwnQuotas read(byte[] body) {
        var values = new Long[4];
        var in = JsonInput.of(body);
        Envelope.document(in, field -> switch (field) {
            case "requestsPerSecond" -> () -> values[0] = in.integer(0, MAX_RATE);
            case "bytesPerDay" -> () -> values[1] = in.integer(0, MAX);
            case "sessions" -> () -> values[2] = in.integer(0, MAX);
            case "modelCallsPerDay" -> () -> values[3] = in.integer(0, MAX);
            default -> in.unknown();
        });
        return new OwnQuotas(values[0], values[1], values[2], values[3]);
    }

    /**
     * Returns the limits that apply to the tenant. Each limit is the tenant's own quota or, if none was set, that of
     * the settings.
     *
     * @param settings the limits of the settings
     */
    Limits over(Limits settings) {
        return new Limits(
                requestsPerSecond == null ? settings.requestsPerSecond() : requestsPerSecond,
                bytesPerDay == null ? settings.bytesPerDay() : bytesPerDay,
                sessions == null ? settings.sessions() : sessions,
                modelCallsPerDay == null ? settings.modelCallsPerDay() : modelCallsPerDay);
    }

    /** Writes the quotas as members of the JSON object that {@code out} has begun. */
    void writeMembers(JsonGenerator out) throws IOException {
        write(out, "requestsPerSecond", requestsPerSecond);
        write(out, "bytesPerDay", bytesPerDay);
        write(out, "sessions", sessions);
        write(out, "modelCallsPerDay", modelCallsPerDay);
    }

    private static void write(JsonGenerator out, String name, Long value) throws IOException {
        if (value == null) {
            out.writeNullField(name);
        } else {
            out.writeNumberField(name, value);
        }
    }
}
