package dev.coppice.format;

import dev.coppice.Ids;
import dev.coppice.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the calls of the tool {@code load_context} in a message. With this tool, a model loads skills. Also removes the
 * documents of an unloaded skill from the results of these calls. Takes time linear in the message's length. Malformed
 * parts are ignored. Pure.
 */
public final class SkillCalls {
    static final String TOOL = "load_context";
    static final String UNLOADED = "[skill unloaded: ";

    /**
     * Strings that show whether a message may contain calls of {@code load_context}. Every message with such a call, or
     * with a tool result in a part of its own, contains at least one of them. So any other message need not be parsed.
     */
    private static final List<String> SIGNS = Stream.concat(
                    Stream.of(TOOL, PartKind.ESCAPE), PartKind.RESULT_SIGNS.stream())
            .toList();

    /**
     * States of a UI part of the AI SDK (versions 5 and 4) that contains a call together with its output. A part
     * without a state is treated like a part with one of these states.
     */
    private static final List<String> COMPLETE = List.of("output-available", "result");

    private SkillCalls() {}

    /**
     * Returns the calls of {@code load_context} in a message, in document order; empty if there are none. Also returns
     * the tool results that name this tool or no tool. The call id of such a result shows whether it belongs to a call
     * of {@code load_context}. Parses a message only if it contains one of {@link #SIGNS}.
     */
    public static List<SkillCall> of(byte[] message) {
        return ParsedMessage.containsAny(message, SIGNS) ? of(ParsedMessage.of(message)) : List.of();
    }

    private static List<SkillCall> of(ParsedMessage message) {
        var calls = new ArrayList<SkillCall>();
        var answered = message.answeredCallId();
        if (answered != null) {
            addResult(calls, answered, message.name(), message.members().get("content"));
            return calls;
        }
        message.groups().forEach(group -> group.parts().forEach(part -> add(calls, part)));
        return calls;
    }

    private static void add(List<SkillCall> calls, ParsedPart part) {
        switch (part.kind()) {
            case CALL -> addCall(calls, part, null);
            case TOOL -> {
                boolean isComplete = part.state() == null || COMPLETE.contains(part.state());
                addCall(calls, part, isComplete ? part.returned() : null);
            }
            case RESULT -> addResult(calls, part.callId(), part.tool(), part.isError() ? null : part.returned());
            default -> {
                // Other parts neither load nor contain a document.
            }
        }
    }

    private static void addCall(List<SkillCall> calls, ParsedPart part, JsonSlice output) {
        if (!TOOL.equals(part.tool())) {
            return;
        }
        var arguments = arguments(part.input());
        var label = arguments.text("label");
        var key = name(arguments);
        if (fits(label) && fits(key)) {
            var callId = fits(part.callId()) ? part.callId() : null;
            calls.add(new SkillCall(callId, label, key, SkillDocument.in(output)));
        }
    }

    /**
     * Returns the name by which a call loads a document: the key in the arguments or, if the key is missing or blank,
     * the title. Null if both are missing.
     */
    private static String name(JsonMembers arguments) {
        var key = arguments.text("key");
        return key == null || key.isBlank() ? arguments.object("metadata").text("title") : key;
    }

    /**
     * Returns the members of a call's arguments. Returns no members if the arguments are missing, or are not a JSON
     * object.
     */
    private static JsonMembers arguments(JsonSlice input) {
        if (input == null) {
            return JsonMembers.NONE;
        }
        var text = input.text();
        return text == null ? input.members() : JsonSlice.of(text.strip()).members();
    }

    /**
     * Adds a tool result to {@code calls} if it names {@code load_context} or no tool, and has a call id that can be
     * stored.
     */
    private static void addResult(List<SkillCall> calls, String callId, String tool, JsonSlice output) {
        if ((tool == null || tool.equals(TOOL)) && fits(callId)) {
            calls.add(new SkillCall(callId, null, null, SkillDocument.in(output)));
        }
    }

    /**
     * True if a label, key or id is not empty, is short enough for its database column, and contains only characters
     * that the database can store. False for null.
     */
    private static boolean fits(String name) {
        return name != null
                && !name.isEmpty()
                && name.length() <= 2 * Ids.MAX_LENGTH
                && name.codePointCount(0, name.length()) <= Ids.MAX_LENGTH
                && Ids.isStorable(name);
    }

    /**
     * Returns the message without the documents of a skill. Each document is replaced by
     * {@code [skill unloaded: <key>]}; all other bytes stay the same. Returns the same array if the message contains
     * none of these documents.
     *
     * @param message the message's JSON
     * @param skill the skill to unload
     * @param callIds ids of the calls whose results are replaced; a document in the same part as its call is found by
     *     label and key instead
     */
    public static byte[] unloaded(byte[] message, LoadedSkill skill, Set<String> callIds) {
        return Splice.apply(
                message,
                of(message).stream()
                        .filter(call -> call.output() != null)
                        .filter(call -> call.isResult()
                                ? callIds.contains(call.callId())
                                : call.skill().equals(skill))
                        .map(call -> replacement(call.output(), skill.key()))
                        .toList());
    }

    private static Splice replacement(SkillCall.Output output, String key) {
        var text = JsonText.quoted(UNLOADED + key + ']');
        var json = output.typed() ? "{\"type\":\"text\",\"value\":" + text + '}' : text;
        return new Splice(output.from(), output.to(), json.getBytes(StandardCharsets.UTF_8));
    }
}
