package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.util.List;

/**
 * A range of a list's items at one version of the list. The items are read piece by piece, each with at most three
 * short queries; no connection is held in between. Items that are appended meanwhile do not belong to the range. If the
 * list is rewritten or deleted meanwhile, reading throws {@link ListRewritten}, so that a response never mixes two
 * versions. The items can be read only once.
 *
 * @param from index of the first item of the range
 * @param count number of items in the whole list
 * @param version version of the list
 * @param pieces the items of the range
 */
public record ListWindow(int from, int count, long version, Pieces pieces) implements JsonBody {
    /**
     * Supplies the items of a range of a list. Each call of {@code next} returns the JSON of the next items. After the
     * last item of the range it returns an empty list.
     */
    public interface Pieces {
        List<byte[]> next();
    }

    /** Writes the items of the range as a JSON array. */
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
