package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import java.io.IOException;

/**
 * A context block with its current content, as returned in JSON.
 *
 * @param description the block's description, or null
 * @param content the text, or for a block with entries what the prompt shows of them
 * @param tokens number of tokens of the content
 * @param maxTokens maximum number of tokens, or null for no limit
 * @param writable true when the model may write the block
 * @param skill true when the model can load entries of the block
 * @param searchable true when the model can search entries of the block
 * @param version version of the stored content, returned as ETag; 0 when nothing was stored yet; not a member of the
 *     JSON
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
