package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.message.Compaction;
import java.io.IOException;

/**
 * The result of a compaction or of a plan. Exactly one component is not null.
 *
 * @param compaction the stored compaction
 * @param plan the planned compaction, which was not stored
 * @param reason code that says why nothing was compacted; a code never changes its meaning
 */
public record CompactionResult(Compaction compaction, CompactionPlan plan, String reason) implements JsonBody {
    static CompactionResult of(Compaction compaction) {
        return new CompactionResult(compaction, null, null);
    }

    static CompactionResult planned(CompactionPlan plan) {
        return new CompactionResult(null, plan, null);
    }

    static CompactionResult nothing(Cut.Nothing nothing) {
        return new CompactionResult(null, null, nothing.reason());
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
        } else if (plan != null) {
            out.writeFieldName("plan");
            plan.write(out);
        } else {
            out.writeStringField("reason", reason);
        }
        out.writeEndObject();
    }
}
