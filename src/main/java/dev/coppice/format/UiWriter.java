package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Part.Pair;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Messages of the AI SDK's UI: a message keeps its steps, its members, and each part that was stored in this shape as it
 * stands. Holds the last message.
 */
final class UiWriter implements FormatWriter {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<Part> parts = new ArrayList<>();
    private ParsedMessage held;

    @Override
    public boolean takes(Role role, Media media) {
        return role != Role.SYSTEM && (media.data() != null || media.url() != null);
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        return !failed && (media.data() != null || media.url() != null);
    }

    @Override
    public boolean takes(Part.Reasoning reasoning) {
        return !reasoning.text().isBlank() || reasoning.isStoredAs(MessageFormat.AI_SDK);
    }

    @Override
    public boolean takes(Part.Aside aside) {
        return aside.source() != null;
    }

    @Override
    public void write(ParsedMessage parsedMessage, Consumer<byte[]> out) {
        if (held == null || held.number() != parsedMessage.number() || held.role() != parsedMessage.role()) {
            end(out);
            held = parsedMessage;
        }
        parts.addAll(parsedMessage.parts());
    }

    @Override
    public void end(Consumer<byte[]> out) {
        if (held != null) {
            out.accept(message(held, List.copyOf(parts)));
            parts.clear();
            held = null;
        }
    }

    /** No two messages may have one id. */
    static String unique(Map<String, Integer> ids, String id) {
        var wanted = id == null ? "message" : id;
        int times = ids.merge(wanted, 1, Integer::sum);
        return times == 1 ? wanted : unique(ids, wanted + '_' + times);
    }

    private byte[] message(ParsedMessage parsedMessage, List<Part> parts) {
        return JsonBody.object(json -> {
            json.writeStringField("id", unique(ids, parsedMessage.id()));
            json.writeStringField("role", parsedMessage.role().word());
            json.writeArrayFieldStart("parts");
            for (var part : parts) {
                if (part.isStoredAs(MessageFormat.AI_SDK)) {
                    PartWriter.stored(json, part);
                } else if (part instanceof Pair pair && pair.call().source() != null) {
                    PartWriter.stored(json, pair.call());
                } else {
                    json.writeStartObject();
                    part(json, part);
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
            for (var member : parsedMessage.others()) {
                PartWriter.raw(json, member.name(), member.json());
            }
        });
    }

    private static void part(JsonGenerator json, Part part) throws IOException {
        if (part instanceof Part.Text text) {
            json.writeStringField("type", "text");
            json.writeStringField("text", text.text());
        } else if (part instanceof Part.Reasoning reasoning) {
            json.writeStringField("type", "reasoning");
            json.writeStringField("text", reasoning.text());
            if (reasoning.signature() != null) {
                json.writeObjectFieldStart("providerMetadata");
                json.writeObjectFieldStart("anthropic");
                json.writeStringField("signature", reasoning.signature());
                json.writeEndObject();
                json.writeEndObject();
            }
        } else if (part instanceof Media media) {
            json.writeStringField("type", "file");
            json.writeStringField("mediaType", media.type());
            if (media.name() != null) {
                json.writeStringField("filename", media.name());
            }
            json.writeStringField("url", media.address());
        } else if (part instanceof Pair pair) {
            tool(json, pair);
        } else {
            json.writeStringField("type", "step-start");
        }
    }

    private static void tool(JsonGenerator json, Pair pair) throws IOException {
        var output = pair.result().output();
        json.writeStringField("type", "tool-" + pair.call().tool());
        json.writeStringField("toolCallId", pair.call().id());
        json.writeStringField("state", pair.result().failed() ? "output-error" : "output-available");
        PartWriter.raw(json, "input", pair.call().input());
        if (pair.result().failed()) {
            json.writeStringField("errorText", PartWriter.text(output));
        } else if (output.size() == 1 && output.get(0) instanceof Part.Json value) {
            PartWriter.raw(json, "output", value.json());
        } else if (output.stream().allMatch(Part.Text.class::isInstance)) {
            json.writeStringField("output", PartWriter.text(output));
        } else {
            json.writeArrayFieldStart("output");
            for (var part : output) {
                if (part instanceof Part.Json value) {
                    json.writeRawValue(value.json());
                } else {
                    json.writeStartObject();
                    part(json, part);
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
        }
    }
}
