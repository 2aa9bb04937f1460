package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.session.ErasureCount;
import java.io.IOException;

/** What was erased of a user: how many of each kind. */
public record ErasureReceipt(ErasureCount tally) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (var kind : ErasureCount.Kind.values()) {
            out.writeNumberField(kind.word(), tally.of(kind));
        }
        out.writeEndObject();
    }
}
