package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.message.Compaction;
import java.io.IOException;

/**
 * The result of a compaction or of a plan. Exactly one component is not null.
 *
 * @param compaction the compaction that was stored
 * @param plan the planned compaction, if only a plan was requested; nothing was stored
 * @param reason code that says why nothing was compacted, such as {@code too-few-messages} (see {@link Cut.Nothing}); a
 *     code never changes its meaning
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

    /** Returns this result without the messages of its plan, if it is a plan. */
    CompactionResult withoutMessages() {
        return plan == null ? this : planned(plan.withoutMessages());
    }

    /** True if a compaction was stored. */
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
