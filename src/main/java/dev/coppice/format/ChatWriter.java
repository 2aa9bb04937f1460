package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Part.Pair;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** OpenAI's chat: behind a message with {@code tool_calls} stands a message of the role {@code tool} for each of them. */
final class ChatWriter implements FormatWriter {
    @Override
    public boolean takes(Role role, Media media) {
        boolean known = media.isImage() && (media.data() != null || media.isOnWeb())
                || media.data() != null && (media.isPdf() || audio(media) != null);
        return role == Role.USER && (known || media.isStoredAs(MessageFormat.OPENAI));
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        return false;
    }

    @Override
    public boolean takes(Part.Reasoning reasoning) {
        return false;
    }

    private static String audio(Media media) {
        return switch (media.type()) {
            case "audio/wav", "audio/x-wav", "audio/wave" -> "wav";
            case "audio/mp3", "audio/mpeg" -> "mp3";
            default -> null;
        };
    }

    @Override
    public void write(ParsedMessage parsedMessage, Consumer<byte[]> out) {
        var calls = parsedMessage.parts().stream()
                .filter(Pair.class::isInstance)
                .map(Pair.class::cast)
                .toList();
        var said = parsedMessage.parts().stream()
                .filter(part -> part instanceof Part.Text || part instanceof Media)
                .toList();
        out.accept(JsonBody.object(json -> {
            json.writeStringField("role", parsedMessage.role().word());
            if (parsedMessage.role() == Role.USER && isName(parsedMessage.name())) {
                json.writeStringField("name", parsedMessage.name());
            }
            json.writeFieldName("content");
            content(json, said);
            if (!calls.isEmpty()) {
                json.writeArrayFieldStart("tool_calls");
                for (var call : calls) {
                    call(json, call.call());
                }
                json.writeEndArray();
            }
        }));
        for (var call : calls) {
            out.accept(JsonBody.object(json -> {
                json.writeStringField("role", "tool");
                json.writeStringField("tool_call_id", call.call().id());
                json.writeStringField("content", PartWriter.text(call.result().output()));
            }));
        }
    }

    private static boolean isName(String name) {
        return name != null && name.matches("[^\\s<|\\\\/>]{1,64}");
    }

    private static void content(JsonGenerator json, List<Part> said) throws IOException {
        if (said.isEmpty()) {
            json.writeNull();
        } else if (said.size() == 1 && said.get(0) instanceof Part.Text text) {
            json.writeString(text.text());
        } else {
            json.writeStartArray();
            for (var part : said) {
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

    private static void part(JsonGenerator json, Part part) throws IOException {
        if (part instanceof Part.Text text) {
            json.writeStringField("type", "text");
            json.writeStringField("text", text.text());
            return;
        }
        var media = (Media) part;
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

    private static void call(JsonGenerator json, Part.Call call) throws IOException {
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
