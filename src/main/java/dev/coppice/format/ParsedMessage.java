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
 * A parsed message: its members and parts, each as a slice of the message's bytes. The server reads the content of
 * messages only through this class, for example to count tokens or to collect search texts. Immutable.
 *
 * <p>Supports the messages of the AI SDK (UI messages of versions 4 and 5, and model messages), OpenAI (chat messages,
 * and items of the Responses API as parts), Anthropic and AgentScope. A part of any other form has the kind
 * {@link PartKind#OTHER}, unless the beginning of its type is known ({@link PartKind#of}).
 */
public final class ParsedMessage {
    /**
     * One of the arrays of parts in a message.
     *
     * @param member name of the message member that contains the array
     * @param json the array
     * @param parts its items
     */
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
     * Parses a stored message in one pass, in time linear in its length. If the bytes are not a JSON object, returns a
     * message without members; an example is the empty body of a deleted message.
     */
    public static ParsedMessage of(byte[] json) {
        return MessageParser.parse(json);
    }

    /** True if the bytes contain at least one of these ASCII strings. */
    static boolean containsAny(byte[] message, List<String> signs) {
        // Each byte becomes one character, which is much cheaper than decoding UTF-8.
        var text = new String(message, StandardCharsets.ISO_8859_1);
        for (var sign : signs) { // a loop, because this is called for each message of a turn
            if (text.contains(sign)) {
                return true;
            }
        }
        return false;
    }

    /** Returns all members of the message, in document order. */
    JsonMembers members() {
        return members;
    }

    /**
     * Returns the arrays of parts in the members {@code parts}, {@code content} and {@code tool_calls}, in document
     * order; empty if none of these members is an array.
     */
    List<Group> groups() {
        return groups;
    }

    /** Returns the array of parts in the member with this name; empty if the message has no such array. */
    Optional<Group> group(String member) {
        for (var group : groups) { // a loop, because this is called for each member of each message of a turn
            if (group.member().equals(member)) {
                return Optional.of(group);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the whole JSON object as a part. Used for an item of OpenAI's Responses API that was parsed like a
     * message.
     */
    ParsedPart asPart() {
        return new ParsedPart(json, members, false);
    }

    /** Returns OpenAI's deprecated member {@code function_call} as a part; null if it is missing or not an object. */
    ParsedPart functionCall() {
        var call = members.get("function_call");
        return call == null || !call.isObject() ? null : new ParsedPart(call, call.members(), true);
    }

    String id() {
        return members.text("id");
    }

    /** Returns the role as the sender wrote it; empty if the message has none. */
    public String role() {
        var role = members.text("role");
        return role == null ? "" : role;
    }

    /** True if the message has the role {@code tool} or {@code function}, that is, contains outputs of tools. */
    boolean isFromTool() {
        return TOOL_ROLES.contains(role().toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the id of the tool call whose result is this whole message. Null if the message does not have the role of
     * a tool, or names no call.
     */
    String answeredCallId() {
        return isFromTool() ? members.text("tool_call_id") : null;
    }

    /** Returns the sender's name in the message's member {@code name}; null if it is missing or not a string. */
    String name() {
        return members.text("name");
    }

    /**
     * Returns the names that the message gives for its sender, the preferred one first; empty if there are none. The
     * first ones are the strings {@code speaker} and {@code name} in the member {@code metadata}; if both are given,
     * the later one in the JSON is preferred. The last one is the message's member {@code name}.
     */
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

    /** Returns the time of the message in milliseconds since the epoch; empty if it is missing or not a valid time. */
    public Optional<Long> createdAt() {
        try {
            return Optional.ofNullable(millis(members.get("createdAt")));
        } catch (DateTimeException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns a time in milliseconds since the epoch. A string must be a time in ISO 8601; without an offset it is
     * taken as UTC. A whole number is taken as milliseconds. For null and any other value the result is null.
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

    /**
     * Returns the names of the tools that the message calls ({@link ParsedPart#calledTool}), in document order; empty
     * if it calls none. A name may occur twice.
     */
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
