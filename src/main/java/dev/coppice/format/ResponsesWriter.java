package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Part.Pair;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The items of OpenAI's responses: what was said, each call, then each output. */
final class ResponsesWriter implements FormatWriter {
    @Override
    public boolean takes(Role role, Media media) {
        return role == Role.USER && takesInResult(media, false);
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        boolean known = media.isImage() || media.isPdf();
        return known && (media.data() != null || media.isOnWeb()) || media.isStoredAs(MessageFormat.OPENAI_RESPONSES);
    }

    /** Those that are encrypted are there for this. */
    @Override
    public boolean takes(Part.Reasoning reasoning) {
        return reasoning.isStoredAs(MessageFormat.OPENAI_RESPONSES);
    }

    @Override
    public boolean mayEndWithThoughts() {
        return false;
    }

    @Override
    public void write(ParsedMessage parsedMessage, Consumer<byte[]> out) {
        var said = new ArrayList<Part>();
        for (var part : parsedMessage.parts()) {
            if (part instanceof Part.Text || part instanceof Media) {
                said.add(part);
            } else if (part instanceof Part.Reasoning || part instanceof Pair) {
                message(parsedMessage, said, out);
                out.accept(
                        part instanceof Pair pair
                                ? call(pair.call())
                                : part.source().bytes());
            }
        }
        message(parsedMessage, said, out);
        for (var part : parsedMessage.parts()) {
            if (part instanceof Pair pair) {
                out.accept(output(pair.result()));
            }
        }
    }

    private static void message(ParsedMessage parsedMessage, List<Part> said, Consumer<byte[]> out) {
        if (said.isEmpty()) {
            return;
        }
        var parts = List.copyOf(said);
        said.clear();
        out.accept(JsonBody.object(json -> {
            json.writeStringField("type", "message");
            json.writeStringField("role", parsedMessage.role().word());
            if (parts.size() == 1 && parts.get(0) instanceof Part.Text text) {
                json.writeStringField("content", text.text());
            } else {
                json.writeFieldName("content");
                content(json, parts, parsedMessage.role() == Role.ASSISTANT ? "output_text" : "input_text");
            }
        }));
    }

    private static void content(JsonGenerator json, List<Part> parts, String textType) throws IOException {
        json.writeStartArray();
        for (var part : parts) {
            if (part.isStoredAs(MessageFormat.OPENAI_RESPONSES)) {
                PartWriter.stored(json, part);
                continue;
            }
            json.writeStartObject();
            if (part instanceof Media media) {
                media(json, media);
            } else {
                json.writeStringField("type", textType);
                json.writeStringField("text", PartWriter.text(List.of(part)));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void media(JsonGenerator json, Media media) throws IOException {
        if (media.isImage()) {
            json.writeStringField("type", "input_image");
            json.writeStringField("detail", "auto");
            json.writeStringField("image_url", media.address());
            return;
        }
        json.writeStringField("type", "input_file");
        if (media.data() == null) {
            json.writeStringField("file_url", media.url());
        } else {
            json.writeStringField("filename", media.name() == null ? "document.pdf" : media.name());
            json.writeStringField("file_data", media.address());
        }
    }

    private static byte[] call(Part.Call call) {
        return JsonBody.object(json -> {
            json.writeStringField("type", "function_call");
            json.writeStringField("call_id", call.id());
            json.writeStringField("name", call.tool());
            json.writeStringField("arguments", call.input());
        });
    }

    private static byte[] output(Part.Result result) {
        return JsonBody.object(json -> {
            json.writeStringField("type", "function_call_output");
            json.writeStringField("call_id", result.callId());
            if (PartWriter.isText(result.output())) {
                json.writeStringField("output", PartWriter.text(result.output()));
            } else {
                json.writeFieldName("output");
                content(json, result.output(), "input_text");
            }
        });
    }
}
