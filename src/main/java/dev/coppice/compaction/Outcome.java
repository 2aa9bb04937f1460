package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.message.Compaction;
import java.io.IOException;

/**
 * What a compaction came to.
 *
 * @param compaction that was stored, or null
 * @param reason a stable word when there was nothing to do, else null
 */
public record Outcome(Compaction compaction, String reason) implements JsonBody {
    static Outcome of(Compaction compaction) {
        return new Outcome(compaction, null);
    }

    static Outcome nothing(String reason) {
        return new Outcome(null, reason);
    }

    public boolean compacted() {
        return compaction != null;
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeBooleanField("compacted", compacted());
        if (compacted()) {
            out.writeFieldName("compaction");
            compaction.write(out);
        } else {
            out.writeStringField("reason", reason);
        }
        out.writeEndObject();
    }
}
