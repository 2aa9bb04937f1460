package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One part of a message: an item of {@code parts}, {@code content} or {@code tool_calls}. Items of the same form in
 * other places are represented too, such as a content block in a tool's output. Members that have the same meaning in
 * several formats share one accessor. Immutable.
 */
final class ParsedPart {
    /**
     * States of a UI part of the AI SDK that contains a call without output. {@code partial-call} and {@code call} are
     * states of the AI SDK 4, the others of later versions.
     */
    private static final Set<String> WAITING = Set.of(
            "input-streaming", "input-available", "approval-requested", "approval-responded", "partial-call", "call");

    private static final List<String> INPUTS = List.of("input", "args", "arguments");
    private static final List<String> OUTPUTS = List.of("output", "result", "content");
    private static final List<String> BLOCK_OUTPUTS = List.of("content", "output", "result");
    private static final List<String> ALL_OUTPUTS = List.of("content", "output", "result", "errorText");
    private static final List<String> CONTENTS = List.of("result", "content");

    private final JsonSlice json;
    private final JsonMembers members;
    private final boolean isToolCall;
    private final String type;
    private final PartKind kind;

    /**
     * Creates a part.
     *
     * @param json the JSON of the whole part
     * @param members the members of the part
     * @param isToolCall true for an item of {@code tool_calls} and for the member {@code function_call}, which are
     *     calls whatever their member {@code type} says
     */
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

    /** Returns the JSON of the whole part. */
    JsonSlice json() {
        return json;
    }

    JsonMembers members() {
        return members;
    }

    /** Returns the member {@code type}; empty if it is missing or not a string. */
    String type() {
        return type;
    }

    PartKind kind() {
        return kind;
    }

    /** True if the part is a tool call, a tool result or another part about a tool. */
    boolean isTool() {
        return kind.isTool();
    }

    /**
     * True if the part contains a tool call, with or without its output. Also true for a part of an unknown type that
     * begins with {@code tool}. False for a request for approval and its answer, and for an item of {@code tool_calls}
     * that describes no call.
     */
    boolean isCall() {
        return switch (kind) {
            case CALL -> !isToolCall || call() != json || tool() != null;
            case TOOL -> !type.equals("tool-result");
            case OTHER_TOOL -> type.startsWith("tool") && !PartKind.MODEL_PARTS.contains(type);
            default -> false;
        };
    }

    /**
     * Returns the name of the called tool. If the call has no name, returns a replacement: {@code tool_use} for an item
     * of {@code tool_calls}, otherwise a name derived from the part's type.
     */
    String calledTool() {
        var tool = tool();
        if (tool != null && !tool.isEmpty()) {
            return tool;
        }
        return isToolCall
                ? "tool_use"
                : type.startsWith(PartKind.UI_PREFIX) ? type.substring(PartKind.UI_PREFIX.length()) : type;
    }

    /**
     * Returns the text or reasoning of the part as a JSON string, with quotes and escapes. Null for parts without text,
     * parts about tools and parts of type {@code file}.
     */
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

    /**
     * Returns the texts in the member {@code summary} of a reasoning item of OpenAI's Responses API; empty for other
     * parts.
     */
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

    /** True for a UI part of the AI SDK 4, whose member {@code toolInvocation} contains the call. */
    boolean isInvocation() {
        return type.equals("tool-invocation") && members.isObject("toolInvocation");
    }

    /** Returns the JSON object that describes the tool call: the whole part, or one of its members. */
    JsonSlice call() {
        if (isInvocation()) {
            return members.get("toolInvocation");
        }
        if (members.isObject("function")) {
            return members.get("function");
        }
        boolean isCustom = isToolCall && type.equals("custom") && members.isObject("custom");
        return isCustom ? members.get("custom") : json;
    }

    /** True for a call of one of OpenAI's custom tools, whose input is a text instead of arguments in JSON. */
    boolean isCustomCall() {
        boolean isCustom = isToolCall ? type.equals("custom") : type.equals("custom_tool_call");
        return isCustom && input() != null && input().isString();
    }

    private JsonMembers callMembers() {
        var call = call();
        return call == json ? members : call.members();
    }

    /** Returns the name of the tool as a JSON value; null if it is missing. */
    JsonSlice toolName() {
        var call = callMembers();
        var name = call.get("toolName");
        return name != null ? name : call.get("name");
    }

    /** Returns the name of the tool; null if the part names none. */
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

    /**
     * Returns the name of the tool for the search index, in which malformed parts can be found too. That is
     * {@link #tool} if it is not null. A name that is not a string is returned as JSON without white space. If the part
     * has no name at all, returns what follows {@code tool-} in its type; empty if its type does not begin with
     * {@code tool-}.
     */
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

    /** Returns the id of the call; null if it is missing. A call and its result have the same id. */
    String callId() {
        if (isToolCall) {
            return members.text("id");
        }
        return switch (type) {
            case "tool_use" -> members.text("id");
            case "tool_result" -> members.text("tool_use_id", "id");
            case "function_call", "function_call_output" -> members.text("call_id");
            case "custom_tool_call", "custom_tool_call_output" -> members.text("call_id");
            default -> callMembers().text("toolCallId");
        };
    }

    /** Returns the state of a UI part of the AI SDK, for example {@code output-available}; null if it is missing. */
    String state() {
        return callMembers().text("state");
    }

    /** Returns the arguments of the call, as JSON or as a string that contains JSON; null if they are missing. */
    JsonSlice input() {
        return callMembers().first(INPUTS);
    }

    /** Returns the tool's output; null if it is missing. An error message of the tool is not an output here. */
    JsonSlice returned() {
        return callMembers().first(type.equals("tool_result") ? BLOCK_OUTPUTS : OUTPUTS);
    }

    /** Returns the output of a tool or, if the tool failed, its error message; null if both are missing. */
    JsonSlice output() {
        var error = callMembers().get("errorText");
        var returned = returned();
        boolean failed = error != null && ("output-error".equals(state()) || returned == null || returned.isNull());
        return failed ? error : returned;
    }

    /**
     * Returns the member {@code result} or {@code content} of a part that is neither a file nor about a tool, such as a
     * part of an unknown type; null if both are missing.
     */
    JsonSlice otherResult() {
        return kind == PartKind.FILE ? null : members.first(CONTENTS);
    }

    /**
     * Returns the values of all members that contain output or an error message of the tool; empty if there are none.
     * Usually there is only one, but truncation must shorten each of them.
     */
    List<JsonSlice> outputs() {
        var outputs = new ArrayList<JsonSlice>();
        var call = callMembers();
        for (var name : ALL_OUTPUTS) {
            if (call.has(name)) {
                outputs.add(call.get(name));
            }
        }
        return outputs;
    }

    /** True for a UI part of the AI SDK with a call that has no output yet. */
    boolean isWaiting() {
        if (kind != PartKind.TOOL) {
            return false;
        }
        if (state() != null) {
            return WAITING.contains(state());
        }
        // Without a state, the members decide. A part without an id and without output is no call.
        var call = callMembers();
        return callId() != null && !call.has("output") && !call.has("result") && !call.has("errorText");
    }

    /**
     * True if the part is marked as the result of a failed tool, by {@code is_error} (Anthropic) or {@code isError}
     * (MCP).
     */
    boolean isError() {
        return isTrue("is_error") || isTrue("isError");
    }

    private boolean isTrue(String member) {
        var value = members.get(member);
        return value != null && value.compact().equals("true");
    }
}
