package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.json.JsonInput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where in a message the parts stand that are texts, calls of tools and their results. Read in one pass, for the shapes
 * of the AI SDK, OpenAI, Anthropic and AgentScope; what is malformed is not there.
 *
 * @param words members that are short strings
 * @param places of the members that others may have to copy or change
 * @param groups the arrays of parts, in their order
 */
record Outline(Map<String, String> words, Map<String, Slice> places, List<Group> groups) {
    /** An array of parts and the name of its member. */
    record Group(String member, Slice place, List<PartOutline> parts) {}

    private static final Set<String> WORDS = Set.of("id", "role", "name", "tool_call_id");
    private static final Set<String> PLACES = Set.of("createdAt", "content");
    private static final Set<String> GROUPS = Set.of("parts", "content", "tool_calls");

    /** One of these stands in every message that has a call or a result: names of types, or an escape in one. */
    private static final List<String> SIGNS = List.of("tool", "function_call", "\\u00");

    /** The outline of a stored message; of bytes that are no message an empty one. */
    static Outline of(byte[] message) {
        var outline = new Outline(new HashMap<>(), new HashMap<>(), new ArrayList<>());
        if (message.length == 0 || message[0] != '{') {
            return outline;
        }
        try {
            var in = JsonInput.of(message);
            in.object(name -> outline.read(in, name));
            return outline;
        } catch (Problem e) {
            return new Outline(Map.of(), Map.of(), List.of()); // no JSON, no message
        }
    }

    /** False for a message that has nothing to do with tools; tells most of them without parsing. */
    static boolean mayHaveTools(byte[] message) {
        // One byte, one character: searching is much cheaper than decoding.
        var text = new String(message, StandardCharsets.ISO_8859_1);
        return SIGNS.stream().anyMatch(text::contains);
    }

    private void read(JsonInput in, String name) {
        int from = in.from();
        if (GROUPS.contains(name) && in.atArray()) {
            var parts = new ArrayList<PartOutline>();
            in.array(() -> parts.add(PartOutline.read(in)));
            groups.add(new Group(name, new Slice(from, in.to()), parts));
        } else if (WORDS.contains(name) && in.atString()) {
            words.put(name, in.string());
        } else {
            in.skip();
        }
        if (PLACES.contains(name)) {
            places.put(name, new Slice(from, in.to()));
        }
    }

    /** True when the message as a whole is one result, whatever its content is made of. */
    boolean isResult() {
        return "tool".equals(words.get("role")) && words.containsKey("tool_call_id");
    }

    Optional<Group> group(String member) {
        return groups.stream().filter(group -> group.member().equals(member)).findFirst();
    }

    /** Calls that wait for a result, and results, in their order. */
    List<ToolMark> marks() {
        if (isResult()) {
            return List.of(new ToolMark(true, ToolShape.CHAT, words.get("tool_call_id"), null, null));
        }
        var marks = new ArrayList<ToolMark>();
        var called = new HashSet<String>();
        for (var group : groups) {
            var here = new ArrayList<ToolMark>();
            group.parts().forEach(part -> part.mark(group.member(), words.containsKey("name"))
                    // Some write a call down twice, as a block and among the tool_calls.
                    .filter(mark -> mark.isResult() || !called.contains(mark.callId()))
                    .ifPresent(here::add));
            here.stream().filter(mark -> !mark.isResult()).forEach(mark -> called.add(mark.callId()));
            marks.addAll(here);
        }
        return marks;
    }
}
