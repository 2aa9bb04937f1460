package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Content.Pair;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes a conversation as UI messages of the AI SDK. A stored message that was split into steps (one per model call)
 * becomes one message again, and keeps its other members. Parts that are already stored in this format are copied
 * verbatim. Holds one message in memory until the next one arrives.
 */
final class UiWriter implements FormatWriter {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<Content> parts = new ArrayList<>();
    private ModelMessage last;

    @Override
    public boolean takes(Role role, Media media) {
        return role != Role.SYSTEM && (media.data() != null || media.url() != null);
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        return !failed && (media.data() != null || media.url() != null);
    }

    @Override
    public boolean takes(Content.Reasoning reasoning) {
        return !reasoning.text().isBlank() || reasoning.isStoredAs(MessageFormat.AI_SDK);
    }

    @Override
    public boolean takes(Content.Aside aside) {
        return aside.isStoredAs(MessageFormat.AI_SDK);
    }

    @Override
    public void write(ModelMessage message, Consumer<byte[]> out) {
        if (last == null || last.number() != message.number() || last.role() != message.role()) {
            end(out);
            last = message;
        }
        parts.addAll(message.contents());
    }

    @Override
    public void end(Consumer<byte[]> out) {
        if (last != null) {
            out.accept(message(last, List.copyOf(parts)));
            parts.clear();
            last = null;
        }
    }

    /**
     * Returns the given id, or {@code message} if it is null. If {@code ids} already contains this id, appends
     * {@code _2}, {@code _3} and so on, so that the result is unique.
     *
     * @param ids how often each id was requested; this method updates the counts
     */
    static String unique(Map<String, Integer> ids, String id) {
        var wanted = id == null ? "message" : id;
        if (ids.putIfAbsent(wanted, 1) == null) {
            return wanted;
        }
        int times = ids.merge(wanted, 1, Integer::sum);
        return unique(ids, wanted + '_' + times);
    }

    private byte[] message(ModelMessage message, List<Content> parts) {
        return JsonBody.object(json -> {
            json.writeStringField("id", unique(ids, message.id()));
            json.writeStringField("role", message.role().word());
            json.writeArrayFieldStart("parts");
            for (var part : parts) {
                storedOrPart(json, part);
            }
            json.writeEndArray();
            for (var member : message.others()) {
                PartWriter.raw(json, member);
            }
        });
    }

    private static void storedOrPart(JsonGenerator json, Content part) throws IOException {
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

    private static void part(JsonGenerator json, Content part) throws IOException {
        if (part instanceof Content.Text text) {
            json.writeStringField("type", "text");
            json.writeStringField("text", text.text());
        } else if (part instanceof Content.Reasoning reasoning) {
            reasoning(json, reasoning);
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

    private static void reasoning(JsonGenerator json, Content.Reasoning reasoning) throws IOException {
        json.writeStringField("type", "reasoning");
        json.writeStringField("text", reasoning.text());
        if (reasoning.signature() != null) {
            json.writeObjectFieldStart("providerMetadata");
            json.writeObjectFieldStart("anthropic");
            json.writeStringField("signature", reasoning.signature());
            json.writeEndObject();
            json.writeEndObject();
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
        } else if (output.size() == 1 && output.get(0) instanceof Content.Json value) {
            PartWriter.raw(json, "output", value.json());
        } else if (output.stream().allMatch(Content.Text.class::isInstance)) {
            json.writeStringField("output", PartWriter.text(output));
        } else {
            json.writeArrayFieldStart("output");
            for (var item : output) {
                outputItem(json, item);
            }
            json.writeEndArray();
        }
    }

    private static void outputItem(JsonGenerator json, Content item) throws IOException {
        if (item instanceof Content.Json value) {
            json.writeRawValue(value.json());
        } else {
            json.writeStartObject();
            part(json, item);
            json.writeEndObject();
        }
    }
}
