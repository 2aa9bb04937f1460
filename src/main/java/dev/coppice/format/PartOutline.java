package dev.coppice.format;

import dev.coppice.json.JsonInput;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One part of a message, as far as it may be a call of a tool, a result, or a text. Whatever is malformed is missing.
 *
 * @param words members that are short strings: types, ids, names, states
 * @param places of the members that others may have to change
 */
record PartOutline(Slice place, Map<String, String> words, Map<String, Slice> places) {
    private static final Set<String> WORDS =
            Set.of("type", "id", "toolCallId", "tool_use_id", "call_id", "toolName", "name", "state");
    private static final Set<String> PLACES = Set.of("state", "text", "errorText", "output", "result", "content");

    /** The AI SDK has parts of its model's messages whose types look like those of a tool in its UI. */
    private static final Set<String> NO_TOOLS =
            Set.of("tool-call", "tool-result", "tool-error", "tool-approval-request", "tool-approval-response");

    /** A tool in the AI SDK's UI that has nothing to show for itself yet. */
    private static final Set<String> WAITING =
            Set.of("input-streaming", "input-available", "approval-requested", "approval-responded");

    /** Reads the current value; what is no object is a part without members. */
    static PartOutline read(JsonInput in) {
        int from = in.from();
        var words = new HashMap<String, String>();
        var places = new HashMap<String, Slice>();
        if (in.atObject()) {
            in.object(name -> member(in, name, words, places));
        } else {
            in.skip();
        }
        return new PartOutline(new Slice(from, in.to()), words, places);
    }

    private static void member(JsonInput in, String name, Map<String, String> words, Map<String, Slice> places) {
        int from = in.from();
        if (WORDS.contains(name) && in.atString()) {
            words.put(name, in.string());
        } else if (name.equals("function") && in.atObject()) {
            in.object(member -> {
                if (member.equals("name") && in.atString()) {
                    words.put(member, in.string());
                } else {
                    in.skip();
                }
            });
        } else {
            in.skip();
        }
        if (PLACES.contains(name)) {
            places.put(name, new Slice(from, in.to()));
        }
    }

    String type() {
        return words.getOrDefault("type", "");
    }

    /** True for a tool of the AI SDK's UI, where a call and its output are one part. */
    boolean isUiTool(String member) {
        var type = type();
        if (type.equals("dynamic-tool")) {
            return true;
        }
        boolean inUi = words.containsKey("state") || (member.equals("parts") && !NO_TOOLS.contains(type));
        return type.startsWith("tool-") && inUi;
    }

    private boolean isWaiting() {
        var state = words.get("state");
        if (state != null) {
            return WAITING.contains(state);
        }
        // Without a state a part is what it has; one without anything is no call at all.
        return words.containsKey("toolCallId")
                && !places.containsKey("output")
                && !places.containsKey("result")
                && !places.containsKey("errorText");
    }

    /**
     * The call or result that this part is; none for a call that has its output with it.
     *
     * @param member of the message that holds the part
     * @param named true when the message names its sender, as AgentScope's do
     */
    Optional<ToolMark> mark(String member, boolean named) {
        if (member.equals("tool_calls")) {
            return mark(false, ToolShape.CHAT, words.get("id"), member);
        }
        if (isUiTool(member)) {
            return isWaiting()
                    ? Optional.of(new ToolMark(false, ToolShape.UI, words.get("toolCallId"), member, this))
                    : Optional.empty();
        }
        var answered = words.get("tool_use_id");
        return switch (type()) {
            case "tool-call" -> mark(false, ToolShape.MODEL, words.get("toolCallId"), member);
            case "tool-result" -> mark(true, ToolShape.MODEL, words.get("toolCallId"), member);
            case "function_call" -> mark(false, ToolShape.RESPONSES, words.get("call_id"), member);
            case "function_call_output" -> mark(true, ToolShape.RESPONSES, words.get("call_id"), member);
            case "tool_use" -> mark(false, named ? ToolShape.AGENTSCOPE : ToolShape.ANTHROPIC, words.get("id"), member);
            case "tool_result" -> answered != null
                    ? mark(true, ToolShape.ANTHROPIC, answered, member)
                    : mark(true, ToolShape.AGENTSCOPE, words.get("id"), member);
            default -> Optional.empty();
        };
    }

    private Optional<ToolMark> mark(boolean isResult, ToolShape shape, String callId, String member) {
        return Optional.ofNullable(callId).map(id -> new ToolMark(isResult, shape, id, member, this));
    }
}
