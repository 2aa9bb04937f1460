package dev.coppice.search;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.List;

/**
 * What a search has found, the best first.
 *
 * @param nextCursor what to give for the page behind, or null at the end
 * @param partial true when no message has all that was wanted, and these have some of it
 * @param timedOut true when time was over before everything had been looked at: there may be more, and {@code nextCursor}
 *     goes on looking
 */
public record Hits(List<Hit> items, String nextCursor, boolean partial, boolean timedOut) implements JsonBody {
    static final Hits NONE = new Hits(List.of(), null, false, false);

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
        out.writeEndObject();
    }
}
