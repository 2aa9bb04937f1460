package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.Content.Source;
import dev.coppice.json.JsonInput;
import dev.coppice.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Converts parts about tools, in any format, to {@link Content}: calls, results and the outputs in them. Stateless. */
final class ToolContent {
    /** Types of blocks that Anthropic accepts in a tool result. */
    private static final Set<String> ANTHROPIC_BLOCKS = Set.of("text", "image", "document");

    /** Text of the result for a call that the user refused without giving a reason. */
    private static final String DENIED = "[denied]";

    private ToolContent() {}

    /**
     * Converts a part that contains a tool call.
     *
     * @param isNamed true if the message has a member {@code name} for its sender, as AgentScope's messages do
     */
    static Content.Call call(ParsedPart part, boolean isNamed) {
        if (part.isCustomCall()) {
            var source = new Source(MessageFormat.OPENAI_RESPONSES, part.json());
            return new Content.Call(part.callId(), part.tool(), input(part), source);
        }
        boolean isWhole = part.type().equals("tool_use") && part.members().isObject("input");
        var format = isNamed ? MessageFormat.AGENTSCOPE : MessageFormat.ANTHROPIC;
        var source = isWhole ? new Source(format, part.json()) : null;
        return new Content.Call(part.callId(), part.tool(), input(part), source);
    }

    /**
     * Returns the arguments of a call as JSON; an empty object if there are none. OpenAI's APIs send arguments as a
     * text that contains JSON. If the text is not valid JSON, it is returned as a JSON string. The input of a custom
     * tool is always returned as a JSON string.
     */
    static String input(ParsedPart part) {
        return part.isCustomCall() ? part.input().json() : arguments(part.input());
    }

    private static String arguments(JsonSlice input) {
        if (input == null || input.isNull()) {
            return "{}";
        }
        if (!input.isString()) {
            return input.json();
        }
        var text = input.text().strip();
        if (text.isEmpty()) {
            return "{}";
        }
        return isJson(text) ? text : JsonText.quoted(input.text());
    }

    private static boolean isJson(String text) {
        if (text.startsWith("\uFEFF")) {
            return false; // a byte order mark, which JsonInput ignores, but which is no JSON within other JSON
        }
        try {
            var in = JsonInput.of(text.getBytes(StandardCharsets.UTF_8));
            in.slice(Code.MALFORMED);
            in.end();
            return true;
        } catch (Problem e) {
            return false;
        }
    }

    static Content.Result result(ParsedPart part) {
        return switch (part.type()) {
            case "tool_result" -> block(part);
            case "tool-result" -> {
                var value = part.returned();
                boolean failed = part.members().has("output") && isFailure(value);
                var output = part.members().has("output") ? typedOutput(value) : uiOutput(value);
                yield new Content.Result(part.callId(), output, failed, null);
            }
            case "custom_tool_call_output" -> {
                var source = new Source(MessageFormat.OPENAI_RESPONSES, part.json());
                boolean isWhole = part.members().has("output");
                yield new Content.Result(part.callId(), output(part.returned()), false, true, isWhole ? source : null);
            }
            default -> new Content.Result(part.callId(), output(part.returned()), false, null);
        };
    }

    /** Converts a {@code tool_result} block of Anthropic or AgentScope. */
    private static Content.Result block(ParsedPart part) {
        var output = output(part.returned());
        boolean isAnthropics = part.members().text("tool_use_id") != null
                && part.members().list("content").stream()
                        .map(item -> String.valueOf(item.members().text("type")))
                        .allMatch(ANTHROPIC_BLOCKS::contains)
                && output.stream()
                        .allMatch(content ->
                                content instanceof Content.Text || content.isStoredAs(MessageFormat.ANTHROPIC));
        var error = part.members().get("is_error");
        boolean failed = error != null && error.json().equals("true");
        var source = isAnthropics ? new Source(MessageFormat.ANTHROPIC, part.json()) : null;
        return new Content.Result(part.callId(), output, failed, source);
    }

    /** Converts a UI part of the AI SDK to its call, followed by its result if it has one. */
    static List<Content> uiPart(ParsedPart part) {
        var call = part.call().members();
        var state = part.state();
        var error = call.text("errorText");
        boolean hasOutput = call.has("output") && !"output-error".equals(state);
        var input = part.input();
        var source = isWhole(part) ? new Source(MessageFormat.AI_SDK, part.json()) : null;
        var contents = new ArrayList<Content>();
        contents.add(new Content.Call(part.callId(), part.tool(), input == null ? "{}" : input.json(), source));
        if (hasOutput || call.has("result")) {
            var output = uiOutput(call.get(hasOutput ? "output" : "result"));
            contents.add(new Content.Result(part.callId(), output, false, null));
        } else if (error != null || "output-denied".equals(state)) {
            var text = new Content.Text(error == null ? DENIED : error);
            contents.add(new Content.Result(part.callId(), List.of(text), true, null));
        }
        return contents;
    }

    /**
     * True for a UI part of the AI SDK 5 that has all required members with consistent values, so that it can be copied
     * verbatim.
     */
    private static boolean isWhole(ParsedPart part) {
        var members = part.members();
        if (part.isInvocation() || part.callId() == null || !members.has("input")) {
            return false;
        }
        return switch (String.valueOf(part.state())) {
            case "output-available" -> members.has("output") && !members.has("errorText");
            case "output-error" -> members.text("errorText") != null && !members.has("output");
            default -> false;
        };
    }

    /**
     * Returns the content of a tool's output; empty if the output is missing or {@code null}. The output may be a
     * string, an array of blocks, or any other JSON.
     */
    static List<Content> output(JsonSlice output) {
        if (output == null || output.isNull()) {
            return List.of();
        }
        if (output.isString()) {
            return List.of(new Content.Text(output.text()));
        }
        var blocks = output.isArray() ? ContentReader.blocks(output) : null;
        return blocks != null ? blocks : List.of(new Content.Json(output.json()));
    }

    /**
     * Returns the content of a tool's output as the AI SDK's UI messages contain it. A missing output gives no content,
     * a string gives a text, and any other value, also {@code null}, stays JSON. An array is not read as content
     * blocks, because the JSON is meant for the user interface.
     *
     * @param output the output; null if the message has none
     */
    private static List<Content> uiOutput(JsonSlice output) {
        return output == null || output.isString() ? output(output) : List.of(new Content.Json(output.json()));
    }

    /** True for an output of the AI SDK's model messages that reports a failure of the tool. */
    private static boolean isFailure(JsonSlice output) {
        var type = output.members().text("type");
        return "error-text".equals(type) || "error-json".equals(type) || "execution-denied".equals(type);
    }

    /** Converts an output of the AI SDK's model messages: an object with {@code type} and {@code value}. */
    private static List<Content> typedOutput(JsonSlice output) {
        var members = output.members();
        var type = members.text("type");
        if (type == null) {
            return uiOutput(output);
        }
        return switch (type) {
            case "text", "error-text", "content" -> output(members.get("value"));
            case "json", "error-json" -> members.has("value")
                    ? List.of(new Content.Json(members.get("value").json()))
                    : List.of();
            case "execution-denied" -> {
                var reason = members.text("reason");
                yield List.of(new Content.Text(reason == null ? DENIED : reason));
            }
            default -> List.of(new Content.Json(output.json()));
        };
    }
}
