package dev.coppice.format;

import dev.coppice.json.Times;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A stored message taken apart: its members and its parts, each with the slice of bytes that it occupies. Everything that
 * Coppice knows about the content of messages is derived from it. Immutable.
 *
 * <p>It covers the messages of the AI SDK (of its UI, versions 4 and 5, and of its models), of OpenAI (chat, and items of
 * responses as parts), Anthropic and AgentScope. A part of any other form has the kind {@link PartKind#OTHER}.
 */
public final class ParsedMessage {
    /** An array of parts, and the name of the member that holds it. */
    record Group(String member, JsonSlice json, List<ParsedPart> parts) {}

    private static final Set<String> TOOL_ROLES = Set.of("tool", "function");

    private final JsonSlice json;
    private final JsonMembers members;
    private final List<Group> groups;

    ParsedMessage(JsonSlice json, JsonMembers members, List<Group> groups) {
        this.json = json;
        this.members = members;
        this.groups = List.copyOf(groups);
    }

    /**
     * Parses a stored message in one pass, linear in its length. Bytes that are not a JSON object, such as the empty body of
     * a deleted message, give a message without members.
     */
    public static ParsedMessage of(byte[] json) {
        return MessageParser.parse(json);
    }

    /**
     * Decides without parsing whether a message may contain tool calls or results. False means that it has none; true means
     * that it must be parsed.
     */
    static boolean mayHaveTools(byte[] message) {
        return containsAny(message, PartKind.TOOL_SIGNS);
    }

    /** True when the bytes contain one of these ASCII strings. */
    static boolean containsAny(byte[] message, List<String> signs) {
        // Each byte becomes one character: this is much cheaper than decoding UTF-8.
        var text = new String(message, StandardCharsets.ISO_8859_1);
        return signs.stream().anyMatch(text::contains);
    }

    /** All members, in document order. */
    JsonMembers members() {
        return members;
    }

    /** The arrays of parts ({@code parts}, {@code content}, {@code tool_calls}), in document order. */
    List<Group> groups() {
        return groups;
    }

    Optional<Group> group(String member) {
        return groups.stream().filter(group -> group.member().equals(member)).findFirst();
    }

    /** The message as a part: an item of OpenAI's responses has no role. */
    ParsedPart asPart() {
        return new ParsedPart(json, members, false);
    }

    /** OpenAI's old call of a function, a member of the message; null when it has none. */
    ParsedPart functionCall() {
        var call = members.get("function_call");
        return call == null || !call.isObject() ? null : new ParsedPart(call, call.members(), true);
    }

    String id() {
        return members.text("id");
    }

    /** The role as it is written; empty when the message has none. */
    public String role() {
        var role = members.text("role");
        return role == null ? "" : role;
    }

    /** True when the whole message is the output of a tool. */
    boolean isFromTool() {
        return TOOL_ROLES.contains(role().toLowerCase(Locale.ROOT));
    }

    /** The id of the call that the whole message answers; null when it is not such a result. */
    String answeredCallId() {
        return isFromTool() ? members.text("tool_call_id") : null;
    }

    /** The member {@code name}; null when it is missing. */
    String name() {
        return members.text("name");
    }

    /** The sender's names, the preferred one first: those in {@code metadata}, then {@code name}. */
    public List<String> senderNames() {
        var names = new ArrayList<String>();
        var metadata = members.object("metadata");
        for (int i = metadata.size() - 1; i >= 0; i--) {
            var member = metadata.name(i);
            if ((member.equals("speaker") || member.equals("name"))
                    && metadata.value(i).isString()) {
                names.add(metadata.value(i).text());
            }
        }
        if (name() != null) {
            names.add(name());
        }
        return names;
    }

    /** The time of the message in epoch milliseconds; empty when it is missing or not a time. */
    public Optional<Long> createdAt() {
        try {
            return Optional.ofNullable(millis(members.get("createdAt")));
        } catch (DateTimeException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Epoch milliseconds of a time in ISO-8601 (UTC when it has no offset) or of a whole number of milliseconds; null for
     * any other value.
     *
     * @throws DateTimeException for a string that is not a time
     * @throws NumberFormatException for a number of more than 64 bits
     */
    static Long millis(JsonSlice time) {
        if (time == null || time.isObject() || time.isArray()) {
            return null;
        }
        return time.isString() ? (Long) Times.millis(time.text()) : time.isInteger() ? Long.valueOf(time.json()) : null;
    }

    /** The names of the tools that the message calls, in document order. */
    public List<String> calledTools() {
        var tools = new ArrayList<String>();
        for (int i = 0; i < members.size(); i++) {
            var member = members.name(i);
            if (member.equals("function_call") && functionCall() != null) {
                tools.add(functionCall().calledTool());
            }
            group(member).ifPresent(group -> group.parts().stream()
                    .filter(ParsedPart::isCall)
                    .map(ParsedPart::calledTool)
                    .forEach(tools::add));
        }
        return tools;
    }
}
