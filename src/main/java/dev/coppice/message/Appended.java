package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.state.PatchedState;
import java.io.IOException;
import java.util.List;

/**
 * The result of an append.
 *
 * @param appended one item per message of the request, in its order; a message that the request repeats has no second
 *     item
 * @param leafId id of the session's leaf (the message appended last) afterwards; null if the session has no message
 * @param tokens tokens of the messages from the root to the leaf afterwards, as a model reads them: with updates,
 *     deletes and compactions applied
 * @param version the session's version after the append, for {@code If-Match}
 * @param trimmed number of the session's oldest messages that this append has removed because of the limit
 *     {@code maxMessages}; 0 for none
 * @param state what the append did with its {@code statePatch}; null if it had none
 */
public record Appended(List<Item> appended, String leafId, long tokens, long version, int trimmed, PatchedState state)
        implements JsonBody {
    /**
     * Result of an append for one message of the request.
     *
     * @param id id of the message
     * @param parentId id of the message's parent; null for a root and for a skipped message
     * @param inserted false if the message existed already or was skipped
     * @param tokens tokens of the message as stored; 0 if it was skipped
     * @param reason for a skipped message {@code synthetic} (a summary that a client sent back) or {@code trimmed}
     *     (removed earlier by the limit {@code maxMessages}); for an existing message with another value {@code kept}
     *     or {@code replaced}; otherwise null
     * @param version the message's version; 0 if it was skipped
     */
    public record Item(String id, String parentId, boolean inserted, int tokens, String reason, int version) {
        static final String SYNTHETIC = "synthetic";

        /** True if the message was skipped because it is a summary that a client sent back. */
        public boolean isSummary() {
            return SYNTHETIC.equals(reason);
        }
    }

    /** True if at least one message of the request was new, so that the response has the status 201 instead of 200. */
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
        if (state != null) {
            out.writeObjectFieldStart("state");
            out.writeNumberField("version", state.version());
            out.writeBooleanField("patched", state.applied());
            out.writeEndObject();
        }
        out.writeEndObject();
    }
}
