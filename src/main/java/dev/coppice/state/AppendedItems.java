package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * What an append to a list did.
 *
 * @param from place of the first new item, counted from 0
 * @param appended how many came
 * @param count items that the list has now
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
