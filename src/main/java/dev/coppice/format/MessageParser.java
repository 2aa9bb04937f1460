package dev.coppice.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a stored message, in whichever of the shapes it was written. What is malformed is an aside. */
final class MessageParser {
    /** Members that this reader looks into, or that are no part of what was said. */
    private static final Set<String> KNOWN = Set.of(
            "id",
            "role",
            "name",
            "parts",
            "content",
            "tool_calls",
            "tool_call_id",
            "refusal",
            "reasoning",
            "reasoning_content",
            "function_call",
            "audio",
            "type",
            "status");

    private final ObjectMembers message;
    private final boolean named;
    private final List<Part> parts = new ArrayList<>();

    private MessageParser(ObjectMembers message) {
        this.message = message;
        this.named = message.text("name") != null && message.isArray("content");
    }

    /** @param number of the message in its conversation */
    static ParsedMessage read(int number, byte[] message, Diagnostics diagnostics) {
        return new MessageParser(ObjectMembers.of(message)).read(number, diagnostics);
    }

    private ParsedMessage read(int number, Diagnostics diagnostics) {
        var id = message.text("id");
        var word = message.has("role") ? String.valueOf(message.text("role")) : "user";
        var role = Role.of(word);
        if (role == null) {
            diagnostics.roleChanged(id, "\"" + word + "\" is no role of a provider; it speaks as the user");
            role = Role.USER;
        }
        if (role == Role.TOOL && message.text("tool_call_id") != null) {
            parts.add(new Part.Result(
                    message.text("tool_call_id"), ToolResults.of(message.json("content")), false, null));
        } else {
            said();
        }
        var others = new ArrayList<ParsedMessage.Member>();
        for (var member : message.all()) {
            if (!KNOWN.contains(member.getKey())) {
                others.add(new ParsedMessage.Member(member.getKey(), member.getValue()));
            }
        }
        return new ParsedMessage(number, id, role, message.text("name"), others, parts);
    }

    private void said() {
        var thought = message.text("reasoning_content", "reasoning");
        if (thought != null) {
            parts.add(new Part.Reasoning(thought, null, null));
        }
        if (message.isArray("parts") && !message.list("parts").isEmpty()) {
            message.list("parts").forEach(part -> parts.addAll(UiParts.read(part)));
        } else if (message.isArray("content")) {
            message.list("content").forEach(part -> parts.addAll(ContentItems.read(part, named)));
        } else if (message.text("content") != null) {
            parts.add(new Part.Text(message.text("content")));
        }
        if (message.text("refusal") != null) {
            parts.add(new Part.Text(message.text("refusal")));
        }
        var written = new HashSet<String>();
        parts.forEach(part -> written.add(part instanceof Part.Call call ? call.id() : null));
        message.list("tool_calls").forEach(call -> call(call, written));
        for (var old : List.of("function_call", "audio")) {
            if (message.isObject(old)) {
                parts.add(new Part.Aside(old, null));
            }
        }
    }

    /**
     * Some write a call down twice, as a block and among the tool_calls.
     *
     * @param written ids of the calls that are blocks
     */
    private void call(String json, Set<String> written) {
        var call = ObjectMembers.of(json);
        var function = call.object("function");
        var id = call.text("id");
        if (id == null || !written.contains(id)) {
            var input = ContentItems.arguments(function.json("arguments"));
            var arguments = function.text("arguments");
            boolean whole = "function".equals(call.text("type"))
                    && arguments != null
                    && arguments.strip().equals(input)
                    && input.startsWith("{");
            parts.add(new Part.Call(
                    id, function.text("name"), input, whole ? new Part.Source(MessageFormat.OPENAI, json) : null));
        }
    }
}
