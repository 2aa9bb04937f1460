package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.List;

/**
 * What an append did.
 *
 * @param leafId the session's leaf now
 * @param tokens those of the leaf's path
 * @param version the session's, for {@code If-Match}
 * @param trimmed how many messages left because the session retains no more
 */
public record Appended(List<Item> appended, String leafId, long tokens, long version, int trimmed) implements JsonBody {
    /**
     * One message of the call.
     *
     * @param inserted false when it was there already, or was skipped
     * @param reason why it was skipped, or null
     * @param version the message's
     */
    public record Item(String id, String parentId, boolean inserted, int tokens, String reason, int version) {}

    public boolean insertedAny() {
        return appended.stream().anyMatch(Item::inserted);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("appended");
        for (var item : appended) {
            out.writeStartObject();
            out.writeStringField("id", item.id());
            out.writeStringField("parentId", item.parentId());
            out.writeBooleanField("inserted", item.inserted());
            out.writeNumberField("tokens", item.tokens());
            if (item.reason() != null) {
                out.writeStringField("reason", item.reason());
            }
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeStringField("leafId", leafId);
        out.writeNumberField("tokens", tokens);
        if (trimmed > 0) {
            out.writeNumberField("trimmed", trimmed);
        }
        out.writeEndObject();
    }
}
