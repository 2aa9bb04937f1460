package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import java.io.IOException;

/**
 * A context block with its current content, in JSON.
 *
 * @param description or null
 * @param tokens number of tokens of the content
 * @param maxTokens or null
 * @param writable true when the model may write it
 * @param skill true when its entries can be loaded
 * @param searchable true when its entries can be searched
 * @param version of the stored content, for {@code If-Match}; 0 when nothing was stored yet; not part of the JSON
 */
public record BlockContent(
        String label,
        String description,
        String content,
        int tokens,
        Integer maxTokens,
        boolean writable,
        boolean skill,
        boolean searchable,
        long version)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("label", label);
        out.writeStringField("description", description);
        out.writeStringField("content", content);
        out.writeNumberField("tokens", tokens);
        NullableMembers.number(out, "maxTokens", maxTokens);
        out.writeBooleanField("writable", writable);
        out.writeBooleanField("skill", skill);
        out.writeBooleanField("searchable", searchable);
        out.writeEndObject();
    }
}
