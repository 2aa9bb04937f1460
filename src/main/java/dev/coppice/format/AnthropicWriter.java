package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Content.Pair;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes a conversation as Anthropic's messages. Their roles user and assistant must alternate, so consecutive messages
 * of the same role are merged. Tool results become the first blocks of the next user message. The writer holds the last
 * message in memory until it knows whether the next one must be merged with it.
 */
final class AnthropicWriter implements FormatWriter {
    private final List<Content> blocks = new ArrayList<>();
    private Role role;

    @Override
    public boolean takes(Role role, Media media) {
        return role == Role.USER
                && (takesInResult(media, false) || media.plainText().isPresent());
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        boolean document = media.isPdf() && (media.isOnWeb() || media.data() != null);
        return media.isUsableImage() || document || media.isStoredAs(MessageFormat.ANTHROPIC);
    }

    /** True for reasoning that Anthropic has signed or encrypted, the only reasoning that it accepts as input. */
    @Override
    public boolean takes(Content.Reasoning reasoning) {
        boolean signed = reasoning.signature() != null && !reasoning.text().isBlank();
        return signed || reasoning.isStoredAs(MessageFormat.ANTHROPIC);
    }

    @Override
    public boolean mayEndWithThoughts() {
        return false;
    }

    @Override
    public boolean hasSystem() {
        return false;
    }

    @Override
    public void write(ModelMessage message, Consumer<byte[]> out) {
        begin(message.role(), out);
        var results = new ArrayList<Content>();
        for (var part : message.contents()) {
            if (part instanceof Pair pair) {
                blocks.add(pair.call());
                results.add(pair.result());
            } else if (!(part instanceof Content.Step)) {
                blocks.add(part);
            }
        }
        if (!results.isEmpty()) {
            begin(Role.USER, out);
            blocks.addAll(results);
        }
    }

    private void begin(Role next, Consumer<byte[]> out) {
        if (role != next) {
            flush(out);
            role = next;
        }
    }

    private void flush(Consumer<byte[]> out) {
        if (!blocks.isEmpty()) {
            out.accept(JsonBody.object(json -> {
                json.writeStringField("role", role.word());
                json.writeFieldName("content");
                PartWriter.array(json, blocks, MessageFormat.ANTHROPIC, AnthropicWriter::block);
            }));
            blocks.clear();
        }
    }

    /**
     * Writes the last message. If its role is assistant, strips the white space at its end, which Anthropic refuses.
     */
    @Override
    public void end(Consumer<byte[]> out) {
        int last = blocks.size() - 1;
        if (role == Role.ASSISTANT && last >= 0 && blocks.get(last) instanceof Content.Text text) {
            var stripped = text.text().stripTrailing();
            if (!stripped.equals(text.text())) {
                blocks.set(last, new Content.Text(stripped));
            }
        }
        flush(out);
    }

    private static void block(JsonGenerator json, Content block) throws IOException {
        if (block instanceof Content.Reasoning reasoning) {
            json.writeStringField("type", "thinking");
            json.writeStringField("thinking", reasoning.text());
            json.writeStringField("signature", reasoning.signature());
        } else if (block instanceof Media media) {
            media(json, media);
        } else if (block instanceof Content.Call call) {
            json.writeStringField("type", "tool_use");
            json.writeStringField("id", call.id());
            json.writeStringField("name", call.tool());
            PartWriter.raw(json, "input", call.input());
        } else if (block instanceof Content.Result result) {
            result(json, result);
        } else {
            json.writeStringField("type", "text");
            json.writeStringField("text", PartWriter.text(List.of(block)));
        }
    }

    private static void result(JsonGenerator json, Content.Result result) throws IOException {
        json.writeStringField("type", "tool_result");
        json.writeStringField("tool_use_id", result.callId());
        if (result.output().size() == 1 && PartWriter.isText(result.output())) {
            json.writeStringField("content", PartWriter.text(result.output()));
        } else if (!result.output().isEmpty()) {
            json.writeFieldName("content");
            PartWriter.array(json, result.output(), MessageFormat.ANTHROPIC, AnthropicWriter::block);
        }
        if (result.failed()) {
            json.writeBooleanField("is_error", true);
        }
    }

    private static void media(JsonGenerator json, Media media) throws IOException {
        json.writeStringField("type", media.isImage() ? "image" : "document");
        json.writeObjectFieldStart("source");
        if (media.data() == null) {
            json.writeStringField("type", "url");
            json.writeStringField("url", media.url());
        } else if (media.isImage() || media.isPdf()) {
            json.writeStringField("type", "base64");
            json.writeStringField("media_type", media.type());
            json.writeStringField("data", media.data());
        } else {
            json.writeStringField("type", "text");
            json.writeStringField("media_type", "text/plain");
            json.writeStringField("data", media.plainText().orElseThrow());
        }
        json.writeEndObject();
        if (!media.isImage() && media.name() != null) {
            json.writeStringField("title", media.name());
        }
    }
}
