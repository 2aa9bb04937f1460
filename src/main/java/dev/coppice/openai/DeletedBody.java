package dev.coppice.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * The response to the deletion of a conversation or of an item. For an item, OpenAI's specification and OpenAI's
 * service differ: by the specification the response is the conversation, but the service answers with the id of the
 * item. This response has the members of both. If they have different values for a member, this response has the value
 * of the service.
 *
 * @param id id of the deleted conversation or item
 * @param conversation the conversation of a deleted item; null if the conversation was deleted
 */
record DeletedBody(String id, ConversationBody conversation) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", id);
        out.writeStringField("object", conversation == null ? "conversation.deleted" : "conversation.item.deleted");
        out.writeBooleanField("deleted", true);
        if (conversation != null) {
            conversation.writeRest(out);
        }
        out.writeEndObject();
    }
}
