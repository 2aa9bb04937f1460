package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads and completes items of OpenAI's Responses and Conversations APIs that are stored in messages. An item of type
 * {@code message} is stored as a message itself if {@link #isMessage} recognizes it. Any other item is the only part of
 * a message with the item's id. Pure.
 */
final class ResponseItem {
    static final String MESSAGE = "message";

    /**
     * Types of items that always have a status in responses of OpenAI. If the status of such an item is missing,
     * {@link #filled} adds it.
     */
    private static final Set<String> WITH_STATUS = Set.of(
            MESSAGE,
            "function_call",
            "function_call_output",
            "computer_call",
            "computer_call_output",
            "file_search_call",
            "web_search_call",
            "image_generation_call",
            "code_interpreter_call",
            "local_shell_call",
            "local_shell_call_output",
            "shell_call",
            "shell_call_output",
            "apply_patch_call",
            "apply_patch_call_output",
            "tool_search_call",
            "tool_search_output",
            "program_output",
            "mcp_call");

    /** Names of the members of a message whose only part is a stored item. Such a message has no other members. */
    private static final Set<String> AROUND = Set.of("id", "role", "content", "createdAt");

    private ResponseItem() {}

    /**
     * True if a stored message is itself an item of type {@code message} of OpenAI's API. False for a message of
     * Anthropic's API, which may have the same type, but has a {@code stop_reason}, parts about tools, or parts with
     * thinking. False also for a message of OpenAI's chat API with {@code tool_calls}.
     */
    static boolean isMessage(ParsedMessage message) {
        return MESSAGE.equals(message.members().text("type"))
                && !message.members().has("stop_reason")
                && !hasCalls(message)
                && message.group("content").isPresent()
                && message.group("content").get().parts().stream()
                        .noneMatch(part -> part.isTool() || part.type().contains("thinking"));
    }

    /** True if a message has calls in {@code tool_calls}, as messages of OpenAI's chat API have them. */
    static boolean hasCalls(ParsedMessage message) {
        return message.group("tool_calls")
                .filter(calls -> !calls.parts().isEmpty())
                .isPresent();
    }

    /**
     * Returns the item that a message stores as its only part. A message stores an item if its only part has a type and
     * the message's id, and the message has only the members {@code id}, {@code role}, {@code content} and
     * {@code createdAt}. An output that {@link Interruption} has created is an item, too, although it has another id or
     * none. Returns null for any other message.
     */
    static ParsedPart partOf(ParsedMessage message) {
        var content = message.group("content");
        if (content.isEmpty() || content.get().parts().size() != 1) {
            return null;
        }
        var members = message.members();
        for (int i = 0; i < members.size(); i++) {
            if (!AROUND.contains(members.name(i))) {
                return null;
            }
        }
        var part = content.get().parts().get(0);
        boolean isItem = !part.type().isEmpty()
                && message.id() != null
                && (message.id().equals(part.members().text("id")) || Interruption.isOutputItem(message.id(), part));
        return isItem ? part : null;
    }

    /**
     * Returns the item of type {@code message} that a message stores as its only part; null if the message stores no
     * such item.
     */
    static ParsedMessage innerMessage(ParsedMessage message) {
        var part = partOf(message);
        return part == null || !part.type().equals(MESSAGE)
                ? null
                : ParsedMessage.of(part.json().bytes());
    }

    /**
     * Returns the content of the item that a message stores; null if the message stores no item, or is itself an item
     * with an unknown role. Content that writers of the same API can copy verbatim has the item as its source.
     */
    static List<Content> contents(ParsedMessage message) {
        var inner = innerMessage(message);
        if (inner != null) {
            return MessageItemContents.of(inner, inner.asPart().json().bytes());
        }
        var only = partOf(message);
        if (only != null) {
            var item = new Content.Item(only.json().bytes(), 1);
            var source = new Content.Source(MessageFormat.OPENAI_RESPONSES, only.json(), item);
            return ContentReader.read(only, false).stream()
                    .map(content -> from(content, source))
                    .toList();
        }
        boolean isKnown = isMessage(message) && Role.of(message.role()) != null;
        return isKnown
                ? MessageItemContents.of(
                        message, AddedTime.removed(message.asPart().json().bytes()))
                : null;
    }

    private static Content from(Content content, Content.Source source) {
        var members = source.json().members();
        if (content instanceof Media media && "image_generation_call".equals(members.text("type"))) {
            return media.withSource(source);
        } else if (content instanceof Content.Reasoning reasoning) {
            return new Content.Reasoning(reasoning.text(), reasoning.signature(), source);
        } else if (content instanceof Content.Aside aside) {
            return new Content.Aside(aside.type(), source);
        } else if (content instanceof Content.Call call && isWhole(call, members)) {
            return new Content.Call(call.id(), call.tool(), call.input(), source);
        } else if (content instanceof Content.Result result && isWhole(result, members.get("output"))) {
            return result.withSource(source);
        }
        return content;
    }

    /** True if the API accepts the item of a call as it is: a custom call, or one with an object as its arguments. */
    private static boolean isWhole(Content.Call call, JsonMembers item) {
        return call.isStoredAs(MessageFormat.OPENAI_RESPONSES)
                || item.text("arguments") != null && call.input().startsWith("{");
    }

    /**
     * True if the API accepts the item of a result as it is: the output is a string, or it consists of texts and files
     * in the form of input.
     */
    private static boolean isWhole(Content.Result result, JsonSlice output) {
        if (output == null || !output.isArray()) {
            return output != null && output.isString();
        }
        return result.output().stream()
                        .allMatch(content ->
                                content instanceof Content.Text || content.isStoredAs(MessageFormat.OPENAI_RESPONSES))
                && output.items().stream()
                        .map(ParsedPart::of)
                        .noneMatch(part ->
                                part.kind() == PartKind.TEXT && !part.type().equals("input_text"));
    }

    /**
     * Returns an item with its id, and with the members that OpenAI always returns: {@code status}, and
     * {@code annotations} and {@code logprobs} of output texts. Adds each of these members if it is missing or null.
     * Adds {@code status} only to the types in {@link #WITH_STATUS}.
     *
     * @param item the item as JSON
     * @param parsed the same item, parsed
     * @param id id that the item gets instead of its own, as JSON with quotes; null to keep the item's own id
     */
    static byte[] filled(byte[] item, ParsedMessage parsed, String id) {
        var splices = new ArrayList<Splice>();
        if (id != null) {
            set(parsed.members(), "id", id, item.length - 1, splices);
        }
        var type = String.valueOf(parsed.members().text("type"));
        if (WITH_STATUS.contains(type)) {
            add(parsed.members(), "status", "\"completed\"", item.length - 1, splices);
        }
        var content = type.equals(MESSAGE) ? parsed.group("content") : Optional.<ParsedMessage.Group>empty();
        content.ifPresent(group -> group.parts().stream()
                .filter(part -> part.type().equals("output_text"))
                .forEach(part -> {
                    int end = part.json().to() - 1;
                    add(part.members(), "annotations", "[]", end, splices);
                    add(part.members(), "logprobs", "[]", end, splices);
                }));
        return Splice.apply(item, splices);
    }

    /**
     * Sets a member of an object that is missing or null, by adding a change to {@code splices}. A missing member is
     * inserted at the end of the object. If the object has the member with another value than null, adds no change.
     *
     * @param members members of the object
     * @param name name of the member to set
     * @param json its value as JSON
     * @param end index of the object's closing brace
     */
    static void add(JsonMembers members, String name, String json, int end, List<Splice> splices) {
        var value = members.get(name);
        if (value == null || value.isNull()) {
            set(members, name, json, end, splices);
        }
    }

    private static void set(JsonMembers members, String name, String json, int end, List<Splice> splices) {
        var value = members.get(name);
        splices.add(value == null ? Splice.insert(end, ",\"" + name + "\":" + json) : Splice.replace(value, json));
    }

    /**
     * If the {@code content} of a message is a string, adds a change to {@code splices} that replaces it by an array
     * with one text part.
     */
    static void addParts(ParsedMessage message, List<Splice> splices) {
        var content = message.members().get("content");
        if (content != null && content.isString()) {
            var type = Role.of(message.role()) == Role.ASSISTANT ? "output_text" : "input_text";
            splices.add(Splice.replace(content, "[{\"type\":\"" + type + "\",\"text\":" + content.json() + "}]"));
        }
    }
}
