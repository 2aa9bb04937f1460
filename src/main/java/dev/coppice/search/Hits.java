package dev.coppice.search;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.List;

/**
 * A page of hits, as returned in JSON.
 *
 * @param items the hits, best first
 * @param nextCursor cursor of the next page, or null on the last page
 * @param partial true if no message that the client can see matches the whole query, so that the hits match only a part
 *     of it
 * @param timedOut true if the search timed out before it had seen all matches. There may be more hits;
 *     {@code nextCursor} finds them.
 * @param behind true if the search had to wait for the index, but the index did not catch up in time; messages written
 *     before the search may be missing
 */
public record Hits(List<Hit> items, String nextCursor, boolean partial, boolean timedOut, boolean behind)
        implements JsonBody {
    static final Hits NONE = new Hits(List.of(), null, false, false, false);

    Hits withBehind(boolean isBehind) {
        return new Hits(items, nextCursor, partial, timedOut, isBehind);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("items");
        for (var hit : items) {
            hit.write(out);
        }
        out.writeEndArray();
        out.writeStringField("nextCursor", nextCursor);
        out.writeBooleanField("partial", partial);
        if (timedOut) {
            out.writeBooleanField("timedOut", true);
        }
        if (behind) {
            out.writeBooleanField("behind", true);
        }
        out.writeEndObject();
    }
}
