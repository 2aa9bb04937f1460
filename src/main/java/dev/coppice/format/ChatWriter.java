package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Content.Pair;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes a conversation as messages of OpenAI's chat API. A message with {@code tool_calls} is followed by one message
 * of the role {@code tool} for each call, which contains the call's result.
 */
final class ChatWriter implements FormatWriter {
    @Override
    public boolean takes(Role role, Media media) {
        boolean isKnown = media.isUsableImage() || media.data() != null && (media.isPdf() || audio(media) != null);
        return role == Role.USER && (isKnown || media.isStoredAs(MessageFormat.OPENAI));
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        return false;
    }

    @Override
    public boolean takes(Content.Reasoning reasoning) {
        return false;
    }

    /**
     * Returns the name of an audio file's format in OpenAI's API: {@code wav} or {@code mp3}. Returns null for a file
     * that OpenAI does not accept as audio.
     */
    private static String audio(Media media) {
        return switch (media.type()) {
            case "audio/wav", "audio/x-wav", "audio/wave" -> "wav";
            case "audio/mp3", "audio/mpeg" -> "mp3";
            default -> null;
        };
    }

    @Override
    public void write(ModelMessage message, Consumer<byte[]> out) {
        var calls = message.contents().stream()
                .filter(Pair.class::isInstance)
                .map(Pair.class::cast)
                .toList();
        out.accept(message(message, calls));
        calls.forEach(call -> out.accept(result(call)));
    }

    private static byte[] message(ModelMessage message, List<Pair> calls) {
        var content = message.contents().stream()
                .filter(part -> part instanceof Content.Text || part instanceof Media)
                .toList();
        return JsonBody.object(json -> {
            json.writeStringField("role", message.role().word());
            if (message.role() == Role.USER && isName(message.name())) {
                json.writeStringField("name", message.name());
            }
            json.writeFieldName("content");
            content(json, content);
            if (!calls.isEmpty()) {
                json.writeArrayFieldStart("tool_calls");
                for (var call : calls) {
                    call(json, call.call());
                }
                json.writeEndArray();
            }
        });
    }

    private static byte[] result(Pair pair) {
        return JsonBody.object(json -> {
            json.writeStringField("role", "tool");
            json.writeStringField("tool_call_id", pair.call().id());
            json.writeStringField("content", PartWriter.text(pair.result().output()));
        });
    }

    private static boolean isName(String name) {
        return name != null && name.matches("[^\\s<|\\\\/>]{1,64}");
    }

    private static void content(JsonGenerator json, List<Content> parts) throws IOException {
        if (parts.isEmpty()) {
            json.writeNull();
        } else if (parts.size() == 1 && parts.get(0) instanceof Content.Text text) {
            json.writeString(text.text());
        } else {
            json.writeStartArray();
            for (var part : parts) {
                if (part.isStoredAs(MessageFormat.OPENAI)) {
                    PartWriter.stored(json, part);
                } else {
                    json.writeStartObject();
                    part(json, part);
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
        }
    }

    private static void part(JsonGenerator json, Content part) throws IOException {
        if (part instanceof Content.Text text) {
            json.writeStringField("type", "text");
            json.writeStringField("text", text.text());
        } else {
            media(json, (Media) part);
        }
    }

    private static void media(JsonGenerator json, Media media) throws IOException {
        if (media.isImage()) {
            json.writeStringField("type", "image_url");
            json.writeObjectFieldStart("image_url");
            json.writeStringField("url", media.address());
        } else if (media.isPdf()) {
            json.writeStringField("type", "file");
            json.writeObjectFieldStart("file");
            json.writeStringField("filename", media.name() == null ? "document.pdf" : media.name());
            json.writeStringField("file_data", media.address());
        } else {
            json.writeStringField("type", "input_audio");
            json.writeObjectFieldStart("input_audio");
            json.writeStringField("data", media.data());
            json.writeStringField("format", audio(media));
        }
        json.writeEndObject();
    }

    private static void call(JsonGenerator json, Content.Call call) throws IOException {
        if (call.source() != null) {
            PartWriter.stored(json, call);
            return;
        }
        json.writeStartObject();
        json.writeStringField("id", call.id());
        json.writeStringField("type", "function");
        json.writeObjectFieldStart("function");
        json.writeStringField("name", call.tool());
        json.writeStringField("arguments", call.input());
        json.writeEndObject();
        json.writeEndObject();
    }
}
