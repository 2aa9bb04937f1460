package dev.coppice.turn;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Diagnostic;
import dev.coppice.format.MessageFormat;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.RawJson;
import dev.coppice.tool.Tool;
import dev.coppice.tool.ToolFormat;
import java.io.IOException;
import java.util.List;

/**
 * What an agent puts into its next call of a model, as it stood at one moment.
 *
 * @param version of the session at that moment
 * @param system the frozen system prompt; empty when the session has no blocks
 * @param reminder the sections that have changed since it was frozen; null when none have
 * @param messages in the shape, each as JSON
 * @param summary the running one of the session; null while it has none
 * @param profile of its user, as JSON; null while there is none
 * @param metadata of the session, as JSON
 * @param pathLength messages of the whole path
 * @param truncated true when older messages were left out
 * @param before what to ask a history for the older ones with; null unless truncated
 */
public record TurnInput(
        String sessionId,
        String leafId,
        long version,
        MessageFormat shape,
        String system,
        String reminder,
        List<byte[]> messages,
        String summary,
        byte[] profile,
        byte[] metadata,
        List<Tool> tools,
        TurnTokens tokens,
        int pathLength,
        boolean truncated,
        String before,
        List<Diagnostic> diagnostics)
        implements JsonBody {
    /** Libraries without tools of a form of their own take those of OpenAI's chat. */
    static ToolFormat toolFormat(MessageFormat shape) {
        return switch (shape) {
            case OPENAI, AGENTSCOPE -> ToolFormat.OPENAI;
            case OPENAI_RESPONSES -> ToolFormat.OPENAI_RESPONSES;
            case ANTHROPIC -> ToolFormat.ANTHROPIC;
            case AI_SDK -> ToolFormat.AI_SDK;
        };
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("sessionId", sessionId);
        out.writeStringField("leafId", leafId);
        out.writeNumberField("version", version);
        out.writeStringField("format", shape.word());
        out.writeStringField("system", system);
        if (reminder != null) {
            out.writeStringField("reminder", reminder);
        }
        out.writeArrayFieldStart(shape == MessageFormat.OPENAI_RESPONSES ? "input" : "messages");
        for (var message : messages) {
            RawJson.write(out, message);
        }
        out.writeEndArray();
        out.writeStringField("summary", summary);
        NullableMembers.json(out, "profile", profile);
        NullableMembers.json(out, "metadata", metadata);
        out.writeArrayFieldStart("tools");
        for (var tool : tools) {
            toolFormat(shape).write(tool, out);
        }
        out.writeEndArray();
        out.writeFieldName("tokens");
        tokens.write(out);
        out.writeNumberField("pathLength", pathLength);
        out.writeBooleanField("truncated", truncated);
        if (before != null) {
            out.writeStringField("before", before);
        }
        out.writeArrayFieldStart("diagnostics");
        for (var diagnostic : diagnostics) {
            diagnostic.write(out);
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
