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
 * Writes a conversation as messages of AgentScope ({@code Msg}), in the JSON form that AgentScope's Java library
 * writes. Each message with tool calls is followed by a message with their results.
 */
final class AgentScopeWriter implements FormatWriter {
    private static final List<String> KINDS = List.of("image", "audio", "video");

    private final Map<String, Integer> ids = new HashMap<>();

    @Override
    public boolean takes(Role role, Media media) {
        return role != Role.SYSTEM && takesInResult(media, false);
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        boolean isPresent = media.data() != null || media.url() != null;
        return KINDS.contains(media.kind()) && isPresent || media.isStoredAs(MessageFormat.AGENTSCOPE);
    }

    @Override
    public boolean takes(Content.Reasoning reasoning) {
        return !reasoning.text().isBlank();
    }

    @Override
    public void write(ModelMessage message, Consumer<byte[]> out) {
        var blocks = new ArrayList<Content>();
        var results = new ArrayList<Pair>();
        for (var part : message.contents()) {
            if (part instanceof Pair pair) {
                blocks.add(pair.call());
                results.add(pair);
            } else if (!(part instanceof Content.Step)) {
                blocks.add(part);
            }
        }
        var id = UiWriter.unique(ids, message.id());
        var name = message.name() == null ? message.role().word() : message.name();
        out.accept(message(id, name, message.role(), blocks, message.others()));
        if (!results.isEmpty()) {
            out.accept(message(UiWriter.unique(ids, id + "_results"), name, Role.TOOL, results, List.of()));
        }
    }

    private static byte[] message(
            String id, String name, Role role, List<? extends Content> blocks, List<ModelMessage.Member> others) {
        return JsonBody.object(json -> {
            json.writeStringField("id", id);
            json.writeStringField("name", name);
            json.writeStringField("role", role.name());
            json.writeFieldName("content");
            PartWriter.array(json, blocks, MessageFormat.AGENTSCOPE, AgentScopeWriter::block);
            for (var member : others) {
                boolean isMetadata =
                        member.name().equals("metadata") && member.json().isObject();
                if (isMetadata || member.name().equals("timestamp")) {
                    PartWriter.raw(json, member);
                }
            }
        });
    }

    private static void block(JsonGenerator json, Content block) throws IOException {
        if (block instanceof Content.Reasoning reasoning) {
            json.writeStringField("type", "thinking");
            json.writeStringField("thinking", reasoning.text());
        } else if (block instanceof Media media) {
            media(json, media);
        } else if (block instanceof Content.Call call) {
            json.writeStringField("type", "tool_use");
            json.writeStringField("id", call.id());
            json.writeStringField("name", call.tool());
            PartWriter.raw(json, "input", call.input());
        } else if (block instanceof Pair pair) {
            result(json, pair);
        } else {
            json.writeStringField("type", "text");
            json.writeStringField("text", PartWriter.text(List.of(block)));
        }
    }

    private static void media(JsonGenerator json, Media media) throws IOException {
        json.writeStringField("type", media.kind());
        json.writeObjectFieldStart("source");
        if (media.data() == null) {
            json.writeStringField("type", "url");
            json.writeStringField("url", media.url());
        } else {
            json.writeStringField("type", "base64");
            json.writeStringField("media_type", media.type());
            json.writeStringField("data", media.data());
        }
        json.writeEndObject();
    }

    private static void result(JsonGenerator json, Pair pair) throws IOException {
        json.writeStringField("type", "tool_result");
        json.writeStringField("id", pair.call().id());
        json.writeStringField("name", pair.call().tool());
        json.writeFieldName("output");
        PartWriter.array(json, pair.result().output(), MessageFormat.AGENTSCOPE, AgentScopeWriter::block);
    }
}
