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
 * The input of an agent's next model call, called a turn. All of it was read at one version of the session.
 *
 * @param sessionId id of the session
 * @param leafId id of the newest message that was read, at which the path from the root ends; null if the session has
 *     no message
 * @param version the version of the session at which all of this was read
 * @param format format of the messages; {@link #toolFormat} gives the format of the tools
 * @param system the frozen system prompt, or the prompt as it is now if the agent has {@code cachedPrompt: false};
 *     empty if the session has no blocks
 * @param reminder those sections of the prompt that have changed since the prompt was frozen; null if none has
 * @param messages the JSON of each message (or, in OpenAI's Responses format, each item) in {@code format}, oldest
 *     first
 * @param summary the running summary of the session; null if it has none
 * @param profile the profile of the session's user as JSON; null if there is none
 * @param metadata the metadata of the session, a JSON object; the empty object if none was set
 * @param tools the tools that the model may call
 * @param tokens numbers of tokens of the messages, the prompt and the tools
 * @param pathLength number of messages from the root to {@code leafId}, both inclusive; messages that a summary
 *     replaces count
 * @param truncated true if older messages of the path were omitted
 * @param before value of the parameter {@code before} with which {@code GET history} returns the omitted messages; null
 *     if none were omitted, or if the whole path was read and has neither a user message nor a summary
 * @param diagnostics reports about parts of messages that were repaired or could not be converted
 */
public record TurnInput(
        String sessionId,
        String leafId,
        long version,
        MessageFormat format,
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
    /**
     * Returns the format in which tools are declared together with messages in a format. AgentScope has no format for
     * tools; for its messages, returns {@link ToolFormat#OPENAI}, the format of OpenAI's chat completions.
     */
    static ToolFormat toolFormat(MessageFormat format) {
        return switch (format) {
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
        out.writeStringField("format", format.word());
        out.writeStringField("system", system);
        if (reminder != null) {
            out.writeStringField("reminder", reminder);
        }
        writeMessages(out);
        out.writeStringField("summary", summary);
        NullableMembers.json(out, "profile", profile);
        NullableMembers.json(out, "metadata", metadata);
        writeTools(out);
        out.writeFieldName("tokens");
        tokens.write(out);
        out.writeNumberField("pathLength", pathLength);
        out.writeBooleanField("truncated", truncated);
        if (before != null) {
            out.writeStringField("before", before);
        }
        writeDiagnostics(out);
        out.writeEndObject();
    }

    private void writeMessages(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(format == MessageFormat.OPENAI_RESPONSES ? "input" : "messages");
        for (var message : messages) {
            RawJson.write(out, message);
        }
        out.writeEndArray();
    }

    private void writeTools(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("tools");
        for (var tool : tools) {
            toolFormat(format).write(tool, out);
        }
        out.writeEndArray();
    }

    private void writeDiagnostics(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("diagnostics");
        for (var diagnostic : diagnostics) {
            diagnostic.write(out);
        }
        out.writeEndArray();
    }
}
