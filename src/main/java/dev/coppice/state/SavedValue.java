package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.Locale;

/**
 * What a write of a whole value did.
 *
 * @param created true when the key had nothing before
 * @param count items of a list now; 0 for a single value
 * @param appended items that came at the end
 * @param changed items that were written anew
 * @param removed items that went
 */
public record SavedValue(
        Result result, ValueKind kind, boolean created, int count, int appended, int changed, int removed, long version)
        implements JsonBody {
    /** What became of what was there. */
    public enum Result {
        /** It stayed, and items came behind it; of a new list, all of them. */
        APPENDED,
        REWRITTEN,
        /** Nothing was written: an equal value was there. */
        UNCHANGED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static SavedValue single(Result result, boolean created, long version) {
        return new SavedValue(result, ValueKind.SINGLE, created, 0, 0, 0, 0, version);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("result", result.word());
        out.writeStringField("kind", kind.word());
        if (kind == ValueKind.LIST) {
            out.writeNumberField("count", count);
            out.writeNumberField("appended", appended);
            out.writeNumberField("changed", changed);
            out.writeNumberField("removed", removed);
        }
        out.writeNumberField("version", version);
        out.writeEndObject();
    }
}
