package dev.coppice.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.MessageItems;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import dev.coppice.session.SessionsByAge;
import java.io.IOException;
import java.util.List;

/**
 * A page of a list in the format of OpenAI's API.
 *
 * @param data the elements
 * @param firstId id of the first element; null if the page is empty
 * @param lastId id of the element after which the next page begins: the last element of the page, or a later one that a
 *     filter leaves out; null if there is none
 * @param hasMore true if another page follows
 */
record ListBody(List<? extends JsonBody> data, String firstId, String lastId, boolean hasMore) implements JsonBody {
    /** Returns a page of the items of a conversation in the format of OpenAI's API. */
    static ListBody of(List<MessageItems.Item> items, boolean hasMore) {
        int last = items.size() - 1;
        return new ListBody(
                items.stream()
                        .map(item -> (JsonBody) out -> RawJson.write(out, item.json()))
                        .toList(),
                last < 0 ? null : items.get(0).id(),
                last < 0 ? null : items.get(last).id(),
                hasMore);
    }

    /** Returns a page of conversations in the format of OpenAI's API. */
    static ListBody of(SessionsByAge.AgePage page) {
        var sessions = page.sessions();
        return new ListBody(
                sessions.stream().map(ConversationBody::new).toList(),
                sessions.isEmpty() ? null : sessions.get(0).id(),
                page.last(),
                page.more());
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("object", "list");
        out.writeArrayFieldStart("data");
        for (var element : data) {
            element.write(out);
        }
        out.writeEndArray();
        out.writeStringField("first_id", firstId);
        out.writeStringField("last_id", lastId);
        out.writeBooleanField("has_more", hasMore);
        out.writeEndObject();
    }
}
