package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Ids of the tool calls and results in one message. A call is left out together with its result if both are in this
 * message. Malformed parts are ignored. Calls of OpenAI's own tools that the client executes, such as its shell, are
 * included here, although conversions treat them as parts of an unknown form.
 *
 * @param results ids of the calls that are answered by results in this message, in document order; an id may occur
 *     twice
 * @param calls ids of the calls in this message that have no result in this message; an id may occur twice
 */
public record ToolUse(List<String> results, List<String> calls) {
    /** The value for a message for which both lists are empty. */
    public static final ToolUse NONE = new ToolUse(List.of(), List.of());

    /**
     * Types of the items of OpenAI's Responses API for calls of OpenAI's own tools that the client executes. The item
     * of the output has the type of the call with {@code _output}.
     */
    private static final Set<String> CLIENT_CALLS =
            Set.of("computer_call", "local_shell_call", "shell_call", "apply_patch_call");

    private static final String OUTPUT = "_output";

    /** Strings that show whether a message may contain calls or results; see {@link PartKind#TOOL_SIGNS}. */
    private static final List<String> SIGNS =
            Stream.concat(PartKind.TOOL_SIGNS.stream(), CLIENT_CALLS.stream()).toList();

    public ToolUse {
        results = List.copyOf(results);
        calls = List.copyOf(calls);
    }

    /**
     * Finds the tool calls and results of a stored message. Parses the message only if it may contain any. Takes time
     * linear in the message's length.
     */
    public static ToolUse of(byte[] message) {
        return ParsedMessage.containsAny(message, SIGNS) ? of(ParsedMessage.of(message)) : NONE;
    }

    private static ToolUse of(ParsedMessage message) {
        var results = new ArrayList<String>();
        var open = new OpenCalls<String>();
        for (var mark : ToolMark.of(message)) {
            add(mark.isResult(), mark.callId(), results, open);
        }
        for (var group : message.groups()) {
            for (var part : group.parts()) {
                if (isOfClient(part)) {
                    add(part.type().endsWith(OUTPUT), callId(part), results, open);
                }
            }
        }
        return results.isEmpty() && open.isEmpty() ? NONE : new ToolUse(results, open.closeAll());
    }

    private static void add(boolean isResult, String callId, List<String> results, OpenCalls<String> open) {
        if (callId == null) {
            return;
        }
        if (!isResult) {
            open.open(callId, callId);
        } else if (open.close(callId).isEmpty()) {
            results.add(callId);
        }
    }

    /** True for a call of one of OpenAI's own tools that the client executes, and for the output of such a call. */
    private static boolean isOfClient(ParsedPart part) {
        var type = part.type();
        boolean isOutput = type.endsWith(OUTPUT);
        return part.kind() == PartKind.OTHER
                && CLIENT_CALLS.contains(isOutput ? type.substring(0, type.length() - OUTPUT.length()) : type);
    }

    /** Returns the id of a call. Outputs of the local shell have it as their own id. Null if it is missing. */
    private static String callId(ParsedPart part) {
        return part.type().equals("local_shell_call" + OUTPUT)
                ? part.members().text("call_id", "id")
                : part.members().text("call_id");
    }
}
