package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates results for interrupted tool calls, in the formats of the calls, because providers refuse a call without a
 * result. If a history is read again, the same results are created. A message that is created for results has the time
 * of the message with the first of their calls, and the id {@code interrupted_<id of that message>}. If several
 * messages are created at one place, {@code _2}, {@code _3} and so on are appended to the ids of the second and later
 * ones.
 */
public final class Interruption {
    /** Text of a result that is created for an interrupted tool call. */
    public static final String TEXT = "[interrupted: this call has no result]";

    private static final String ID_PREFIX = "interrupted_";

    /** A PNG image of one white pixel: the output of an interrupted {@code computer_call} cannot be a text. */
    private static final String PIXEL = "data:image/png;base64,"
            + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==";

    private Interruption() {}

    /**
     * Returns messages with results for interrupted calls, each message as a JSON object; empty if there are no calls.
     * In OpenAI's chat format, each call gets a message of its own, and so does each call of OpenAI's own tools, whose
     * output is an item. Otherwise all calls of one format share a message.
     */
    static List<byte[]> messages(List<OpenCall> calls) {
        var messages = new ArrayList<byte[]>();
        for (var format : MessageFormat.values()) {
            var same = calls.stream()
                    .filter(call -> call.format() == format && !ToolMark.isOfClient(call.type()))
                    .toList();
            if (format == MessageFormat.OPENAI) {
                same.forEach(call -> messages.add(message(messages.size(), List.of(call))));
            } else if (!same.isEmpty()) {
                messages.add(message(messages.size(), same));
            }
        }
        calls.stream()
                .filter(call -> ToolMark.isOfClient(call.type()))
                .forEach(call -> messages.add(message(messages.size(), List.of(call))));
        return messages;
    }

    /**
     * True if a part is an output of one of OpenAI's own tools that was created for an interrupted call.
     *
     * @param messageId id of the message whose only part it is
     */
    static boolean isOutputItem(String messageId, ParsedPart part) {
        return messageId.startsWith(ID_PREFIX) && ToolMark.isOfClient(part);
    }

    private static byte[] message(int number, List<OpenCall> calls) {
        var first = calls.get(0);
        return JsonBody.object(out -> {
            out.writeStringField("id", ID_PREFIX + first.messageId() + (number == 0 ? "" : "_" + (number + 1)));
            sender(out, first.format());
            if (first.format() == MessageFormat.OPENAI) {
                out.writeStringField("tool_call_id", first.callId());
                out.writeStringField("content", TEXT);
            } else {
                out.writeFieldName(first.format() == MessageFormat.OPENAI_RESPONSES ? first.member() : "content");
                out.writeRawValue("[" + parts(calls) + "]");
            }
            if (first.createdAt() != null) {
                PartWriter.raw(out, "createdAt", first.createdAt().json());
            }
        });
    }

    private static void sender(JsonGenerator out, MessageFormat format) throws IOException {
        switch (format) {
            case ANTHROPIC -> out.writeStringField("role", "user");
            case AGENTSCOPE -> {
                out.writeStringField("name", "system");
                out.writeStringField("role", "system");
            }
            default -> out.writeStringField("role", "tool");
        }
    }

    /**
     * Returns results for interrupted calls as JSON parts, separated by commas. Each part has the format of its call.
     */
    static String parts(List<OpenCall> calls) {
        return String.join(
                ",",
                calls.stream()
                        .map(call -> new String(JsonBody.object(out -> part(out, call)), StandardCharsets.UTF_8))
                        .toList());
    }

    private static void part(JsonGenerator out, OpenCall call) throws IOException {
        switch (call.format()) {
            case AI_SDK -> modelPart(out, call);
            case OPENAI_RESPONSES -> item(out, call);
            case AGENTSCOPE -> agentScopePart(out, call);
            default -> {
                out.writeStringField("type", "tool_result");
                out.writeStringField("tool_use_id", call.callId());
                out.writeStringField("content", TEXT);
                out.writeBooleanField("is_error", true);
            }
        }
    }

    /** The outputs of OpenAI's own tools have different members; those of functions and custom tools have the same. */
    private static void item(JsonGenerator out, OpenCall call) throws IOException {
        out.writeStringField("type", call.type() + ToolMark.OUTPUT);
        out.writeStringField(call.type().equals("local_shell_call") ? "id" : "call_id", call.callId());
        switch (call.type()) {
            case "computer_call" -> {
                out.writeObjectFieldStart("output");
                out.writeStringField("type", "computer_screenshot");
                out.writeStringField("image_url", PIXEL);
                out.writeEndObject();
            }
            case "shell_call" -> {
                out.writeFieldName("output");
                out.writeRawValue("[{\"stdout\":\"\",\"stderr\":\"" + TEXT + "\",\"outcome\":{\"type\":\"timeout\"}}]");
            }
            case "apply_patch_call" -> {
                out.writeStringField("status", "failed");
                out.writeStringField("output", TEXT);
            }
            default -> out.writeStringField("output", TEXT);
        }
    }

    private static void modelPart(JsonGenerator out, OpenCall call) throws IOException {
        out.writeStringField("type", "tool-result");
        out.writeStringField("toolCallId", call.callId());
        out.writeStringField("toolName", call.tool());
        out.writeObjectFieldStart("output");
        out.writeStringField("type", "error-text");
        out.writeStringField("value", TEXT);
        out.writeEndObject();
    }

    private static void agentScopePart(JsonGenerator out, OpenCall call) throws IOException {
        out.writeStringField("type", "tool_result");
        out.writeStringField("id", call.callId());
        out.writeStringField("name", call.tool());
        out.writeArrayFieldStart("output");
        out.writeStartObject();
        out.writeStringField("type", "text");
        out.writeStringField("text", TEXT);
        out.writeEndObject();
        out.writeEndArray();
    }

    /**
     * Returns the changes to a message's JSON that turn a tool call without output into a failed call with the error
     * {@link #TEXT}. The AI SDK 4 has no failed calls; in its format the text becomes the output of the tool.
     *
     * @param part the UI part of the AI SDK that contains the call
     */
    static List<Splice> failed(ParsedPart part) {
        var splices = new ArrayList<Splice>();
        var added = new StringBuilder();
        set(part, "state", part.isInvocation() ? "result" : "output-error", splices, added);
        set(part, part.isInvocation() ? "result" : "errorText", TEXT, splices, added);
        if (!added.isEmpty()) {
            splices.add(Splice.insert(part.call().to() - 1, added.toString()));
        }
        return splices;
    }

    private static void set(ParsedPart part, String member, String value, List<Splice> splices, StringBuilder added) {
        var present = part.call().members().get(member);
        if (present != null) {
            splices.add(Splice.replace(present, '"' + value + '"'));
        } else {
            added.append(",\"").append(member).append("\":\"").append(value).append('"');
        }
    }
}
