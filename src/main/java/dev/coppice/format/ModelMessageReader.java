package dev.coppice.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Converts a parsed message of any format to a {@link ModelMessage}. One object converts one message. */
final class ModelMessageReader {
    /**
     * Names of the members of a message that the conversion uses, or that have a meaning only in their own format. All
     * other members become {@link ModelMessage#others}.
     */
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

    private final ParsedMessage message;
    private final JsonMembers members;
    private final List<Content> contents = new ArrayList<>();

    private ModelMessageReader(ParsedMessage message) {
        this.message = message;
        this.members = message.members();
    }

    /**
     * Converts a message. If its role is missing or unknown, it gets the role {@link Role#USER}. An unknown role is
     * reported to {@code diagnostics}, a missing one is not.
     *
     * @param number index of the message in its conversation, from 0
     * @param message the message
     * @param diagnostics receives the report
     */
    static ModelMessage read(int number, ParsedMessage message, Diagnostics diagnostics) {
        return new ModelMessageReader(message).read(number, diagnostics);
    }

    private ModelMessage read(int number, Diagnostics diagnostics) {
        var role = role(diagnostics);
        if (message.answeredCallId() != null) {
            var output = ToolContent.output(members.get("content"));
            contents.add(new Content.Result(message.answeredCallId(), output, false, null));
        } else {
            readContents();
        }
        var others = new ArrayList<ModelMessage.Member>();
        for (int i = 0; i < members.size(); i++) {
            if (!KNOWN.contains(members.name(i))) {
                others.add(new ModelMessage.Member(members.name(i), members.value(i)));
            }
        }
        return new ModelMessage(number, message.id(), role, message.name(), others, contents);
    }

    private Role role(Diagnostics diagnostics) {
        if (message.role().isEmpty()) {
            return Role.USER;
        }
        var role = Role.of(message.role());
        if (role == null) {
            var detail = "\"" + message.role() + "\" is no role of a provider; it speaks as the user";
            diagnostics.roleChanged(message.id(), detail);
        }
        return role == null ? Role.USER : role;
    }

    private void readContents() {
        var thought = members.text("reasoning_content", "reasoning");
        if (thought != null) {
            contents.add(new Content.Reasoning(thought, null, null));
        }
        readParts();
        if (members.text("refusal") != null) {
            contents.add(new Content.Text(members.text("refusal")));
        }
        readCalls();
        for (var member : List.of("function_call", "audio")) {
            if (members.isObject(member)) {
                contents.add(new Content.Aside(member, null));
            }
        }
    }

    private void readParts() {
        var parts = message.group("parts").filter(group -> !group.parts().isEmpty());
        var content = message.group("content");
        var item = ResponseItem.contents(message);
        if (item != null) {
            contents.addAll(item);
        } else if (parts.isPresent()) {
            parts.get().parts().forEach(part -> contents.addAll(ContentReader.readUi(part)));
        } else if (content.isPresent()) {
            boolean isNamed = message.name() != null;
            content.get().parts().forEach(part -> contents.addAll(ContentReader.read(part, isNamed)));
        } else if (members.text("content") != null) {
            contents.add(new Content.Text(members.text("content")));
        }
    }

    /**
     * Converts the calls in {@code tool_calls}. Leaves out calls that are also in {@code content}, because some senders
     * write a call in both places.
     */
    private void readCalls() {
        var calls = message.group("tool_calls");
        if (calls.isEmpty()) {
            return;
        }
        var written = new HashSet<String>();
        for (var content : contents) {
            if (content instanceof Content.Call call && call.id() != null) {
                written.add(call.id());
            }
        }
        calls.get().parts().stream()
                .filter(part -> !written.contains(part.callId()))
                .map(ModelMessageReader::call)
                .forEach(contents::add);
    }

    /**
     * Converts an item of {@code tool_calls}. An item that is not an object becomes a call without id, name and
     * arguments.
     */
    private static Content call(ParsedPart part) {
        if (part.kind() != PartKind.CALL) {
            return new Content.Call(null, null, "{}", null);
        }
        var input = ToolContent.input(part);
        boolean isWhole = part.isCustomCall() ? part.members().isObject("custom") : isWholeFunction(part, input);
        var source = isWhole ? new Content.Source(MessageFormat.OPENAI, part.json()) : null;
        return new Content.Call(part.callId(), part.tool(), input, source);
    }

    private static boolean isWholeFunction(ParsedPart part, String input) {
        var arguments = part.input() == null ? null : part.input().text();
        return part.type().equals("function")
                && part.members().isObject("function")
                && arguments != null
                && arguments.strip().equals(input)
                && input.startsWith("{");
    }
}
