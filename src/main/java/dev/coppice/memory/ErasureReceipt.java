package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.session.ErasureCount;
import java.io.IOException;

/**
 * Result of erasing a user.
 *
 * @param counts the number of erased objects of each kind
 */
public record ErasureReceipt(ErasureCount counts) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        writeMembers(out);
        out.writeEndObject();
    }

    /** Writes each count as a member of the JSON object that {@code out} has begun. */
    void writeMembers(JsonGenerator out) throws IOException {
        for (var kind : ErasureCount.Kind.values()) {
            out.writeNumberField(kind.word(), counts.of(kind));
        }
    }
}
