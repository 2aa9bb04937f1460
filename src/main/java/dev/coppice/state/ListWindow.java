package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.util.List;

/**
 * A part of a list as it was at one version: its places are fixed, its pieces are fetched one by one in short transactions
 * of their own. Appends don't disturb it; when the list is rewritten meanwhile it breaks off, and never mixes two versions.
 *
 * @param from place of its first item, counted from 0
 * @param count items of the whole list
 */
public record ListWindow(int from, int count, long version, Pieces pieces) implements JsonBody {
    /** The items, piece by piece; an empty piece ends them. */
    public interface Pieces {
        List<byte[]> next();
    }

    /** The items alone, as an array. */
    void writeItems(JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (var piece = pieces.next(); !piece.isEmpty(); piece = pieces.next()) {
            for (var item : piece) {
                RawJson.write(out, item);
            }
        }
        out.writeEndArray();
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("from", from);
        out.writeNumberField("count", count);
        out.writeFieldName("items");
        writeItems(out);
        out.writeEndObject();
    }
}
