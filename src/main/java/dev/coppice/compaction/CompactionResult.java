package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.message.Compaction;
import java.io.IOException;

/**
 * The result of a compaction.
 *
 * @param compaction the stored one, or null when there was nothing to compact
 * @param reason why there was nothing to compact, a stable code; else null
 */
public record CompactionResult(Compaction compaction, String reason) implements JsonBody {
    static CompactionResult of(Compaction compaction) {
        return new CompactionResult(compaction, null);
    }

    static CompactionResult nothing(String reason) {
        return new CompactionResult(null, reason);
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
