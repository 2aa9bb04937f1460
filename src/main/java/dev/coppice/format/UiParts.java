package dev.coppice.format;

import dev.coppice.format.Part.Source;
import java.util.ArrayList;
import java.util.List;

/** Reads the parts of messages of the AI SDK's UI, where a call and its output are one part. */
final class UiParts {
    private static final String TOOL = "tool-";

    private final String json;
    private final ObjectMembers part;
    private final Source source;

    private UiParts(String json) {
        this.json = json;
        this.part = ObjectMembers.of(json);
        this.source = new Source(MessageFormat.AI_SDK, json);
    }

    /** What a part is; some keep parts of other shapes there. */
    static List<Part> read(String json) {
        return new UiParts(json).read();
    }

    private List<Part> read() {
        var type = part.text("type");
        if (type == null) {
            return ContentItems.read(json, false);
        }
        return switch (type) {
            case "text" -> List.of(new Part.Text(orEmpty(part.text("text")), source));
            case "reasoning" -> part.text("text") == null ? ContentItems.read(json, false) : List.of(reasoning());
            case "file" -> part.text("url") == null ? ContentItems.read(json, false) : List.of(file());
            case "step-start" -> List.of(Part.Step.START);
            case "tool-call", "tool-result" -> ContentItems.read(json, false);
            case "tool-invocation" -> tool(part.object("toolInvocation"), false);
            default -> {
                if (type.startsWith(TOOL) || type.equals("dynamic-tool")) {
                    yield tool(part, true);
                }
                boolean known = type.startsWith("data-") || type.equals("source-url") || type.equals("source-document");
                yield known
                        ? List.of(new Part.Aside(type, isWhole(type) ? source : null))
                        : ContentItems.read(json, false);
            }
        };
    }

    /** True for what a page can show, because all is there that its library wants. */
    private boolean isWhole(String type) {
        var wanted =
                switch (type) {
                    case "source-url" -> List.of("sourceId", "url");
                    case "source-document" -> List.of("sourceId", "mediaType", "title");
                    default -> List.<String>of();
                };
        return wanted.isEmpty() ? part.has("data") : wanted.stream().allMatch(name -> part.text(name) != null);
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private Part reasoning() {
        var signature = part.object("providerMetadata").object("anthropic").text("signature");
        return new Part.Reasoning(part.text("text"), signature, source);
    }

    private Part file() {
        var type = part.text("mediaType");
        return Media.at(
                type == null ? Media.UNKNOWN : type,
                part.text("url"),
                part.text("filename"),
                type == null || type.isBlank() ? null : source);
    }

    /** @param current false for the form of older versions, which is written anew */
    private List<Part> tool(ObjectMembers tool, boolean current) {
        var type = part.text("type");
        var name = current && type.startsWith(TOOL) ? type.substring(TOOL.length()) : tool.text("toolName");
        var id = tool.text("toolCallId");
        var state = tool.text("state");
        var error = tool.text("errorText");
        boolean output = tool.has("output") && !"output-error".equals(state);
        boolean whole = current
                && id != null
                && tool.has("input")
                && ("output-available".equals(state) && output && !tool.has("errorText")
                        || "output-error".equals(state) && error != null && !tool.has("output"));
        var input = tool.has("input") ? tool.json("input") : tool.has("args") ? tool.json("args") : "{}";
        var found = new ArrayList<Part>();
        found.add(new Part.Call(id, name, input, whole ? source : null));
        if (output || tool.has("result")) {
            var given = output ? tool.json("output") : tool.json("result");
            found.add(new Part.Result(id, ToolResults.ofUi(given), false, null));
        } else if (error != null || "output-denied".equals(state)) {
            var text = new Part.Text(error == null ? "[denied]" : error);
            found.add(new Part.Result(id, List.of(text), true, null));
        }
        return found;
    }
}
