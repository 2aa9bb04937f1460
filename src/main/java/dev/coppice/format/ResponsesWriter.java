package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Content.Pair;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes a conversation as items of OpenAI's Responses API. For each message, or for each step of a message (the output
 * of one model call), writes the texts, files, reasoning and tool calls in their order, and then the outputs in the
 * order in which the tools returned them. Contents of different stored items are never written as one item.
 */
final class ResponsesWriter implements FormatWriter {
    @Override
    public boolean takes(Role role, Media media) {
        return role == Role.USER && takesInResult(media, false) || isItem(media);
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        boolean document = media.isPdf() && (media.isOnWeb() || media.data() != null);
        return media.isUsableImage() || document || media.isStoredAs(MessageFormat.OPENAI_RESPONSES);
    }

    /**
     * True for reasoning of OpenAI's Responses API that is encrypted or is a stored item. The API accepts no other
     * reasoning as input.
     */
    @Override
    public boolean takes(Content.Reasoning reasoning) {
        return reasoning.isStoredAs(MessageFormat.OPENAI_RESPONSES);
    }

    @Override
    public boolean mayEndWithThoughts() {
        return false;
    }

    /**
     * True for items of OpenAI's Responses API that have no meaning in other formats, for example calls of OpenAI's own
     * tools.
     */
    @Override
    public boolean takes(Content.Aside aside) {
        return aside.isStoredAs(MessageFormat.OPENAI_RESPONSES);
    }

    @Override
    public void write(ModelMessage message, Consumer<byte[]> out) {
        var content = new ArrayList<Content>();
        for (var part : message.contents()) {
            if (part instanceof Content.Text || part instanceof Media) {
                if (!content.isEmpty() && itemOf(content.get(0)) != itemOf(part)) {
                    message(message, content, out);
                }
                content.add(part);
            } else if (part instanceof Content.Reasoning || part instanceof Content.Aside) {
                message(message, content, out);
                out.accept(part.source().json().bytes());
            } else if (part instanceof Pair pair) {
                message(message, content, out);
                out.accept(call(pair.call()));
            }
        }
        message(message, content, out);
        message.contents().stream()
                .filter(Pair.class::isInstance)
                .map(Pair.class::cast)
                .sorted(Comparator.comparingInt(Pair::place))
                .forEach(pair -> out.accept(output(pair.result(), type(pair.call(), "function_call") + "_output")));
    }

    /**
     * Converts a single message, without a conversation around it, and passes its items to {@code out}. The message may
     * contain a call without its result, or a result without its call. Content that follows a result in the message is
     * written after that result, except a call, which is written before it.
     */
    void writeAlone(ModelMessage message, Consumer<byte[]> out) {
        var content = new ArrayList<Content>();
        var results = new ArrayList<Content.Result>();
        for (var part : message.contents()) {
            if (part instanceof Content.Result result) {
                results.add(result);
                continue;
            }
            if (part instanceof Content.Call call) {
                message(message, content, out);
                out.accept(call(call));
                continue;
            }
            outputs(message, content, results, out);
            if (part instanceof Content.Reasoning || part instanceof Content.Aside) {
                message(message, content, out);
                out.accept(part.source().json().bytes());
            } else if (part instanceof Content.Text || part instanceof Media) {
                content.add(part);
            }
        }
        outputs(message, content, results, out);
        message(message, content, out);
    }

    /**
     * If there are results, writes {@code content} as a message, then the outputs of the results, and empties both
     * lists. If there are none, does nothing; the content then stays in its list for a later message.
     */
    private static void outputs(
            ModelMessage message, List<Content> content, List<Content.Result> results, Consumer<byte[]> out) {
        if (!results.isEmpty()) {
            message(message, content, out);
            results.forEach(result ->
                    out.accept(output(result, result.isCustom() ? "custom_tool_call_output" : "function_call_output")));
            results.clear();
        }
    }

    private static void message(ModelMessage message, List<Content> content, Consumer<byte[]> out) {
        if (content.isEmpty()) {
            return;
        }
        var parts = List.copyOf(content);
        content.clear();
        var item = Content.Item.of(parts);
        if (item != null) {
            out.accept(item.json());
            return;
        }
        out.accept(JsonBody.object(json -> {
            json.writeStringField("type", "message");
            json.writeStringField("role", message.role().word());
            if (parts.size() == 1 && parts.get(0) instanceof Content.Text text) {
                json.writeStringField("content", text.text());
            } else {
                json.writeFieldName("content");
                content(json, parts, message.role() == Role.ASSISTANT ? "output_text" : "input_text");
            }
        }));
    }

    private static void content(JsonGenerator json, List<Content> parts, String textType) throws IOException {
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

    private static byte[] call(Content.Call call) {
        if (isItem(call)) {
            return call.source().json().bytes();
        }
        var type = type(call, "function_call");
        return JsonBody.object(json -> {
            json.writeStringField("type", type);
            json.writeStringField("call_id", call.id());
            json.writeStringField("name", call.tool());
            if (type.equals("function_call")) {
                json.writeStringField("arguments", ToolNaming.objectOf(call.input()));
            } else {
                PartWriter.raw(json, "input", call.input());
            }
        });
    }

    private static boolean isItem(Content content) {
        return itemOf(content) != null;
    }

    /** Returns the stored item to which a content belongs; null if it belongs to none. */
    private static Content.Item itemOf(Content content) {
        return content.source() == null ? null : content.source().item();
    }

    /**
     * Returns the type of a call or result that is stored in this format and need not be rewritten; otherwise
     * {@code otherwise}.
     */
    private static String type(Content content, String otherwise) {
        return content.isStoredAs(MessageFormat.OPENAI_RESPONSES)
                ? content.source().json().members().text("type")
                : otherwise;
    }

    /**
     * Converts a result to an item.
     *
     * @param type type of the item, which must be that of its call with {@code _output}
     */
    private static byte[] output(Content.Result result, String type) {
        if (isItem(result) && type.equals(type(result, null))) {
            return result.source().json().bytes();
        }
        return JsonBody.object(json -> {
            json.writeStringField("type", type);
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
