package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import java.io.IOException;
import java.util.List;

/**
 * A context block with its current content, as returned in JSON.
 *
 * @param label name of the block, unique in the session
 * @param description the block's description for the model, or null
 * @param content the block's text; for a block with entries, the text that the system prompt shows for them, such as a
 *     listing of skills
 * @param tokens number of tokens of {@code content}
 * @param maxTokens maximum number of tokens of {@code content}, or null for no limit
 * @param writable true if the model may write the block
 * @param skill true if the block's entries are skill documents, which the model can load
 * @param searchable true if the model can search entries of the block
 * @param loaded keys of the skill documents that are loaded in the session, in the order of loading; null if the block
 *     is not a skill block or these keys were not looked up
 * @param version version of the text, sent as the header {@code ETag} and not in the JSON; 0 if the database stores no
 *     text for the block
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
        List<String> loaded,
        long version)
        implements JsonBody {
    public BlockContent {
        loaded = loaded == null ? null : List.copyOf(loaded);
    }

    /** Returns a copy of this record with the keys of the loaded skill documents, in the order of loading. */
    BlockContent withLoaded(List<String> keys) {
        return new BlockContent(
                label, description, content, tokens, maxTokens, writable, skill, searchable, keys, version);
    }

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
        if (loaded != null) {
            out.writeFieldName("loaded");
            out.writeArray(loaded.toArray(String[]::new), 0, loaded.size());
        }
        out.writeEndObject();
    }
}
