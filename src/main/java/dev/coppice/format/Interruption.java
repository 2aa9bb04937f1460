package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Results for calls that were interrupted, in the shapes of their calls. A message made for them has the id
 * {@code interrupted_<id of the message with the calls>}, with a number behind it from the second one on, and the time of
 * that message, so that it is the same at every reading.
 */
public final class Interruption {
    /** What the result says. */
    public static final String TEXT = "[interrupted: this call has no result]";

    static final String ID_PREFIX = "interrupted_";

    private Interruption() {}

    /** Messages with the results of calls of one message: one for each call of OpenAI's chat, else one for each shape. */
    static List<byte[]> messages(List<OpenCall> calls) {
        var messages = new ArrayList<byte[]>();
        for (var shape : ToolShape.values()) {
            var same = calls.stream().filter(call -> call.shape() == shape).toList();
            if (shape == ToolShape.CHAT) {
                same.forEach(call -> messages.add(message(messages.size(), List.of(call))));
            } else if (!same.isEmpty()) {
                messages.add(message(messages.size(), same));
            }
        }
        return messages;
    }

    private static byte[] message(int number, List<OpenCall> calls) {
        var first = calls.get(0);
        return JsonBody.object(out -> {
            out.writeStringField("id", ID_PREFIX + first.messageId() + (number == 0 ? "" : "_" + (number + 1)));
            switch (first.shape()) {
                case ANTHROPIC -> out.writeStringField("role", "user");
                case AGENTSCOPE -> {
                    out.writeStringField("name", "system");
                    out.writeStringField("role", "system");
                }
                default -> out.writeStringField("role", "tool");
            }
            if (first.shape() == ToolShape.CHAT) {
                out.writeStringField("tool_call_id", first.callId());
                out.writeStringField("content", TEXT);
            } else {
                out.writeFieldName(first.shape() == ToolShape.RESPONSES ? first.member() : "content");
                out.writeRawValue("[" + parts(calls) + "]");
            }
            if (first.createdAt() != null) {
                out.writeFieldName("createdAt");
                out.writeRawValue(first.createdAt());
            }
        });
    }

    /** The results as parts, with commas between them. */
    static String parts(List<OpenCall> calls) {
        return String.join(
                ",",
                calls.stream()
                        .map(call -> new String(JsonBody.object(out -> part(out, call)), StandardCharsets.UTF_8))
                        .toList());
    }

    private static void part(JsonGenerator out, OpenCall call) throws IOException {
        switch (call.shape()) {
            case MODEL -> {
                out.writeStringField("type", "tool-result");
                out.writeStringField("toolCallId", call.callId());
                out.writeStringField("toolName", call.tool());
                out.writeObjectFieldStart("output");
                out.writeStringField("type", "error-text");
                out.writeStringField("value", TEXT);
                out.writeEndObject();
            }
            case RESPONSES -> {
                out.writeStringField("type", "function_call_output");
                out.writeStringField("call_id", call.callId());
                out.writeStringField("output", TEXT);
            }
            case AGENTSCOPE -> {
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
            default -> {
                out.writeStringField("type", "tool_result");
                out.writeStringField("tool_use_id", call.callId());
                out.writeStringField("content", TEXT);
                out.writeBooleanField("is_error", true);
            }
        }
    }

    /** What a part of the AI SDK's UI must have instead of what it has: it becomes a call that failed. */
    static List<Splice> failed(PartOutline part) {
        var splices = new ArrayList<Splice>();
        var added = new StringBuilder();
        set(part, "state", "output-error", splices, added);
        set(part, "errorText", TEXT, splices, added);
        if (!added.isEmpty()) {
            splices.add(Splice.insert(part.place().to() - 1, added.toString()));
        }
        return splices;
    }

    private static void set(PartOutline part, String member, String value, List<Splice> splices, StringBuilder added) {
        var place = part.places().get(member);
        if (place != null) {
            splices.add(Splice.of(place, '"' + value + '"'));
        } else {
            added.append(",\"").append(member).append("\":\"").append(value).append('"');
        }
    }
}
