package dev.coppice.format;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parses a message of any format into its members and parts. All stored messages are read with this class. Parses in
 * one pass and in linear time, without recursion over the data. One object parses one message.
 */
final class MessageParser {
    private static final Set<String> GROUPS = Set.of("parts", "content", "tool_calls");

    /**
     * Names of the members of a part that may contain its tool call: {@code function} and {@code custom} in OpenAI's
     * tool calls, {@code toolInvocation} in the AI SDK 4.
     */
    private static final Set<String> CALLS = Set.of("function", "custom", "toolInvocation");

    private final byte[] bytes;
    private final SliceReader in;
    private final JsonMembers members = new JsonMembers();
    private final List<ParsedMessage.Group> groups = new ArrayList<>(2);

    private MessageParser(byte[] bytes, SliceReader in) {
        this.bytes = bytes;
        this.in = in;
    }

    /** Parses a stored message. If the bytes are not a JSON object, returns a message without members. */
    static ParsedMessage parse(byte[] bytes) {
        if (bytes.length > 0 && bytes[0] == '{') {
            try (var json = JsonSlice.JSON.createParser(bytes)) {
                return new MessageParser(bytes, new SliceReader(bytes, 0, json)).message();
            } catch (IOException e) {
                // Malformed JSON results in a message without members.
            }
        }
        return new ParsedMessage(new JsonSlice(bytes, 0, bytes.length), JsonMembers.NONE, List.of());
    }

    private ParsedMessage message() throws IOException {
        in.next();
        in.next();
        while (in.isAt(JsonToken.FIELD_NAME)) {
            var name = in.name();
            boolean isArray = in.next() == JsonToken.START_ARRAY;
            members.add(name, isArray && GROUPS.contains(name) ? group(name) : in.value());
        }
        return new ParsedMessage(new JsonSlice(bytes, 0, in.to()), members, groups);
    }

    private JsonSlice group(String member) throws IOException {
        int from = in.from();
        var parts = new ArrayList<ParsedPart>();
        boolean areCalls = member.equals("tool_calls");
        in.next();
        while (!in.isAt(JsonToken.END_ARRAY)) {
            var json = in.isAt(JsonToken.START_OBJECT) ? in.object(CALLS) : in.value();
            parts.add(new ParsedPart(json, json.members(), areCalls));
        }
        var array = new JsonSlice(bytes, from, in.to());
        groups.add(new ParsedMessage.Group(member, array, parts));
        in.next();
        return array;
    }
}
