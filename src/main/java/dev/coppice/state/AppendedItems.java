package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * Result of an append to a list.
 *
 * @param from index of the first new item; the list's first item has index 0
 * @param appended number of new items
 * @param count number of items in the list after the append
 * @param version version of the list after the append
 */
public record AppendedItems(int from, int appended, int count, long version) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("from", from);
        out.writeNumberField("appended", appended);
        out.writeNumberField("count", count);
        out.writeNumberField("version", version);
        out.writeEndObject();
    }
}
