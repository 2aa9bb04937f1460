package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.message.Compaction;
import java.io.IOException;

/**
 * Result of a compaction.
 *
 * @param compaction the stored compaction, or null if nothing was compacted
 * @param reason code of the reason why nothing was compacted, or null; codes do not change
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
