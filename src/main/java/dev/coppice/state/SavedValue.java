package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.Locale;

/**
 * Result of storing a value under a key. For a single value, which has no items, all numbers of items are 0.
 *
 * @param result what the write did to the stored value
 * @param kind whether the value is a list or a single value
 * @param created true if the key had no value before
 * @param count number of items in the list after the write
 * @param appended number of items appended
 * @param changed number of items rewritten
 * @param removed number of items removed
 * @param version version of the value after the write
 */
public record SavedValue(
        Result result, ValueKind kind, boolean created, int count, int appended, int changed, int removed, long version)
        implements JsonBody {
    /** Effect of a write on the value stored under a key. */
    public enum Result {
        /** A new list was stored, or items were appended to a list and nothing else changed. */
        APPENDED,
        /**
         * A new single value was stored, or the stored value was replaced or changed in any other way than by an
         * append.
         */
        REWRITTEN,
        /** Nothing was written, because an equal value was stored. */
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
