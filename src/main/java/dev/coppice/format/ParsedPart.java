package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One part of a message: an item of {@code parts}, {@code content} or {@code tool_calls}. Members of the same meaning have
 * one accessor, whatever a format calls them. Immutable.
 */
final class ParsedPart {
    /** States of a UI part without output; the last two are those of the AI SDK 4. */
    private static final Set<String> WAITING = Set.of(
            "input-streaming", "input-available", "approval-requested", "approval-responded", "partial-call", "call");

    private static final List<String> INPUTS = List.of("input", "args", "arguments");
    private static final List<String> OUTPUTS = List.of("output", "result", "content");
    private static final List<String> BLOCK_OUTPUTS = List.of("content", "output", "result");
    private static final List<String> ALL_OUTPUTS = List.of("output", "result", "errorText");
    private static final List<String> ALL_BLOCK_OUTPUTS = List.of("content", "output", "result", "errorText");
    private static final List<String> CONTENTS = List.of("result", "content");

    private final JsonSlice json;
    private final JsonMembers members;
    private final boolean isToolCall;
    private final String type;
    private final PartKind kind;

    /** @param isToolCall true for an item of {@code tool_calls}, whose type says nothing */
    ParsedPart(JsonSlice json, JsonMembers members, boolean isToolCall) {
        this.json = json;
        this.members = members;
        this.isToolCall = isToolCall;
        var type = members.text("type");
        this.type = type == null ? "" : type;
        this.kind = findKind();
    }

    static ParsedPart of(JsonSlice json) {
        return new ParsedPart(json, json.members(), false);
    }

    private PartKind findKind() {
        if (isToolCall) {
            return json.isObject() ? PartKind.CALL : PartKind.OTHER;
        }
        return json.isString() ? PartKind.TEXT : PartKind.of(type, members.text("state") != null);
    }

    /** The whole part. */
    JsonSlice json() {
        return json;
    }

    JsonMembers members() {
        return members;
    }

    /** The member {@code type}; empty when it is missing or not a string. */
    String type() {
        return type;
    }

    PartKind kind() {
        return kind;
    }

    /** True for calls, results and everything else about tools. */
    boolean isTool() {
        return kind.isTool();
    }

    /** True for a part by which a tool is called, with its output or without. */
    boolean isCall() {
        return switch (kind) {
            case CALL -> !isToolCall || members.isObject("function") || tool() != null;
            case TOOL -> !type.equals("tool-result");
            case OTHER_TOOL -> type.startsWith("tool");
            default -> false;
        };
    }

    /** The tool's name; for a call without a name, its type. */
    String calledTool() {
        var tool = tool();
        if (tool != null && !tool.isEmpty()) {
            return tool;
        }
        return isToolCall
                ? "tool_use"
                : type.startsWith(PartKind.UI_PREFIX) ? type.substring(PartKind.UI_PREFIX.length()) : type;
    }

    /** What somebody said or thought, as a JSON string; null for other parts, and for {@code file}s. */
    JsonSlice text() {
        if (json.isString()) {
            return isToolCall ? null : json;
        }
        if (isTool() || type.equals("file")) {
            return null;
        }
        var refusal = type.equals("refusal") ? string("refusal") : null;
        var text = refusal != null ? refusal : string("text");
        return text != null ? text : string("thinking");
    }

    private JsonSlice string(String member) {
        var value = members.get(member);
        return value != null && value.isString() ? value : null;
    }

    /** The texts of the summary in a reasoning item of OpenAI's responses; empty for other parts. */
    List<String> summary() {
        var texts = new ArrayList<String>();
        for (var item : members.list("summary")) {
            var text = item.members().text("text");
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** True for the UI part of the AI SDK 4, which holds the call in a member. */
    boolean isInvocation() {
        return type.equals("tool-invocation") && members.isObject("toolInvocation");
    }

    /** The object with the members of the call: the part itself, or one of its members. */
    JsonSlice call() {
        return isInvocation()
                ? members.get("toolInvocation")
                : members.isObject("function") ? members.get("function") : json;
    }

    private JsonMembers callMembers() {
        var call = call();
        return call == json ? members : call.members();
    }

    /** The member that names the tool; null when it is missing. */
    JsonSlice toolName() {
        var call = callMembers();
        var name = call.get("toolName");
        return name != null ? name : call.get("name");
    }

    /** The tool's name; null when the part has none. */
    String tool() {
        if (kind == PartKind.TOOL
                && type.startsWith(PartKind.UI_PREFIX)
                && !isInvocation()
                && !PartKind.MODEL_PARTS.contains(type)) {
            return type.substring(PartKind.UI_PREFIX.length());
        }
        var name = toolName();
        return name == null ? null : name.text();
    }

    /** The tool's name as it is searched for; empty when the part has none. */
    String searchedTool() {
        var tool = tool();
        if (tool != null) {
            return tool;
        }
        var name = toolName();
        return name != null
                ? name.compact()
                : type.startsWith(PartKind.UI_PREFIX) ? type.substring(PartKind.UI_PREFIX.length()) : "";
    }

    /** The id of the call, in the call and in its result; null when it is missing. */
    String callId() {
        if (isToolCall) {
            return members.text("id");
        }
        return switch (type) {
            case "tool_use" -> members.text("id");
            case "tool_result" -> members.text("tool_use_id", "id");
            case "function_call", "function_call_output" -> members.text("call_id");
            default -> callMembers().text("toolCallId");
        };
    }

    /**
     * The format of a tool call or result.
     *
     * @param isNamed true when the message names its sender, as AgentScope's messages do
     */
    MessageFormat toolFormat(boolean isNamed) {
        if (isToolCall) {
            return MessageFormat.OPENAI;
        }
        return switch (type) {
            case "tool_use" -> isNamed ? MessageFormat.AGENTSCOPE : MessageFormat.ANTHROPIC;
            case "tool_result" -> members.text("tool_use_id") != null
                    ? MessageFormat.ANTHROPIC
                    : MessageFormat.AGENTSCOPE;
            case "function_call", "function_call_output" -> MessageFormat.OPENAI_RESPONSES;
            default -> MessageFormat.AI_SDK;
        };
    }

    /** The state of a UI part; null when it is missing. */
    String state() {
        return callMembers().text("state");
    }

    /** What the tool is called with, as JSON or as JSON within a string; null when it is missing. */
    JsonSlice input() {
        return callMembers().first(INPUTS);
    }

    /** What the tool returned; null when it is missing. */
    JsonSlice returned() {
        return callMembers().first(type.equals("tool_result") ? BLOCK_OUTPUTS : OUTPUTS);
    }

    /** What the tool returned, or else the error by which it failed; null when neither is there. */
    JsonSlice output() {
        var error = callMembers().get("errorText");
        var returned = returned();
        boolean failed = error != null && ("output-error".equals(state()) || returned == null || returned.isNull());
        return failed ? error : returned;
    }

    /** Result of a part that is not about a tool; null when it is missing. */
    JsonSlice otherResult() {
        return type.equals("file") ? null : members.first(CONTENTS);
    }

    /** All members that hold output, which may be several. */
    List<JsonSlice> outputs() {
        var outputs = new ArrayList<JsonSlice>();
        var call = callMembers();
        for (var name : type.equals("tool_result") ? ALL_BLOCK_OUTPUTS : ALL_OUTPUTS) {
            if (call.has(name)) {
                outputs.add(call.get(name));
            }
        }
        return outputs;
    }

    /** True for a UI part that waits for its output. */
    boolean isWaiting() {
        if (kind != PartKind.TOOL) {
            return false;
        }
        if (state() != null) {
            return WAITING.contains(state());
        }
        // A part without a state is what its members make it; one without an id and output is no call at all.
        var call = callMembers();
        return callId() != null && !call.has("output") && !call.has("result") && !call.has("errorText");
    }

    /** True for a result that is marked as a failure. */
    boolean isError() {
        return isTrue("is_error") || isTrue("isError");
    }

    private boolean isTrue(String member) {
        var value = members.get(member);
        return value != null && value.compact().equals("true");
    }
}
