package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/** Reads what tools gave back. */
final class ToolResults {
    private ToolResults() {}

    /** A string, an array of blocks, or any JSON; nothing for what is not there. */
    static List<Part> of(String json) {
        if (json == null || json.equals("null")) {
            return List.of();
        }
        if (json.startsWith("\"")) {
            return List.of(new Part.Text(ObjectMembers.string(json)));
        }
        if (json.startsWith("[")) {
            var blocks = new ArrayList<Part>();
            ObjectMembers.items(json).forEach(block -> blocks.addAll(ContentItems.read(block, false)));
            if (blocks.stream().allMatch(block -> block instanceof Part.Text || block instanceof Media)) {
                return blocks;
            }
        }
        return List.of(new Part.Json(json));
    }

    /** The output of a tool in the AI SDK's UI: a string, or what its page wanted to have. */
    static List<Part> ofUi(String json) {
        return json == null || json.startsWith("\"") ? of(json) : List.of(new Part.Json(json));
    }

    /** True for an output of the AI SDK's that says that the tool failed. */
    static boolean isFailure(ObjectMembers output) {
        var type = output.text("type");
        return "error-text".equals(type) || "error-json".equals(type) || "execution-denied".equals(type);
    }

    /** An output of the AI SDK's models: a value with its type. */
    static List<Part> typed(String json) {
        var output = ObjectMembers.of(json == null ? "" : json);
        var type = output.text("type");
        if (type == null) {
            return ofUi(json);
        }
        return switch (type) {
            case "text", "error-text" -> of(output.json("value"));
            case "json", "error-json" -> output.has("value") ? List.of(new Part.Json(output.json("value"))) : List.of();
            case "content" -> of(output.json("value"));
            case "execution-denied" -> List.of(
                    new Part.Text(output.text("reason") == null ? "[denied]" : output.text("reason")));
            default -> List.of(new Part.Json(json));
        };
    }
}
