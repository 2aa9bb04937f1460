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

/** AgentScope's {@code Msg}, as its Java library writes it: behind a message with calls stands one with their results. */
final class AgentScopeWriter implements FormatWriter {
    private static final List<String> KINDS = List.of("image", "audio", "video");

    private final Map<String, Integer> ids = new HashMap<>();

    @Override
    public boolean takes(Role role, Media media) {
        return role != Role.SYSTEM && takesInResult(media, false);
    }

    @Override
    public boolean takesInResult(Media media, boolean failed) {
        boolean there = media.data() != null || media.url() != null;
        return KINDS.contains(media.kind()) && there || media.isStoredAs(MessageFormat.AGENTSCOPE);
    }

    @Override
    public boolean takes(Part.Reasoning reasoning) {
        return !reasoning.text().isBlank();
    }

    @Override
    public void write(ParsedMessage parsedMessage, Consumer<byte[]> out) {
        var said = new ArrayList<Part>();
        var results = new ArrayList<Pair>();
        for (var part : parsedMessage.parts()) {
            if (part instanceof Pair pair) {
                said.add(pair.call());
                results.add(pair);
            } else if (!(part instanceof Part.Step)) {
                said.add(part);
            }
        }
        var id = UiWriter.unique(ids, parsedMessage.id());
        var name = parsedMessage.name() == null ? parsedMessage.role().word() : parsedMessage.name();
        out.accept(message(id, name, parsedMessage.role(), said, parsedMessage.others()));
        if (!results.isEmpty()) {
            out.accept(message(UiWriter.unique(ids, id + "_results"), name, Role.TOOL, results, List.of()));
        }
    }

    private static byte[] message(
            String id, String name, Role role, List<? extends Part> blocks, List<ParsedMessage.Member> others) {
        return JsonBody.object(json -> {
            json.writeStringField("id", id);
            json.writeStringField("name", name);
            json.writeStringField("role", role.name());
            json.writeFieldName("content");
            PartWriter.array(json, blocks, MessageFormat.AGENTSCOPE, AgentScopeWriter::block);
            for (var member : others) {
                boolean metadata =
                        member.name().equals("metadata") && member.json().startsWith("{");
                if (metadata || member.name().equals("timestamp")) {
                    PartWriter.raw(json, member.name(), member.json());
                }
            }
        });
    }

    private static void block(JsonGenerator json, Part block) throws IOException {
        if (block instanceof Part.Reasoning reasoning) {
            json.writeStringField("type", "thinking");
            json.writeStringField("thinking", reasoning.text());
        } else if (block instanceof Media media) {
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
        } else if (block instanceof Part.Call call) {
            json.writeStringField("type", "tool_use");
            json.writeStringField("id", call.id());
            json.writeStringField("name", call.tool());
            PartWriter.raw(json, "input", call.input());
        } else if (block instanceof Pair pair) {
            json.writeStringField("type", "tool_result");
            json.writeStringField("id", pair.call().id());
            json.writeStringField("name", pair.call().tool());
            json.writeFieldName("output");
            PartWriter.array(json, pair.result().output(), MessageFormat.AGENTSCOPE, AgentScopeWriter::block);
        } else {
            json.writeStringField("type", "text");
            json.writeStringField("text", PartWriter.text(List.of(block)));
        }
    }
}
