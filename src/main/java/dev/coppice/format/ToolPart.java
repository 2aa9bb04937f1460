package dev.coppice.format;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One part of a message, as far as it may be a call of a tool or its result; members come in any order. */
final class ToolPart {
    private final JsonInput in;

    private String type = "";
    private String tool;
    private String callId;
    private String id;
    private String state;
    private String text;
    private String arguments;
    private Arguments given = Arguments.NONE;
    private boolean function;
    private boolean failed;
    private ToolOutput output;
    private ToolOutput result;
    private ToolOutput content;

    ToolPart(JsonInput in) {
        this.in = in;
    }

    /** Reads the object at which the input stands. */
    ToolPart read() {
        in.object(this::member);
        return this;
    }

    /** The current value if it is a string, else null; passes over it. */
    static String text(JsonInput in) {
        if (in.atString()) {
            return in.string();
        }
        in.skip();
        return null;
    }

    private void member(String member) {
        switch (member) {
            case "type" -> type = Optional.ofNullable(text(in)).orElse("");
            case "name", "toolName" -> tool = text(in);
            case "toolCallId", "tool_use_id", "call_id" -> callId = text(in);
            case "id" -> id = text(in);
            case "state" -> state = text(in);
            case "text" -> text = text(in);
            case "is_error", "isError" -> failed = in.json().equals("true");
            case "input", "args", "arguments" -> arguments();
            case "function" -> function();
            case "output" -> output = ToolOutput.read(in);
            case "result" -> result = ToolOutput.read(in);
            case "content" -> content = ToolOutput.read(in);
            default -> in.skip();
        }
    }

    /** OpenAI's: the name, and the arguments as JSON in a string. */
    private void function() {
        if (!in.atObject()) {
            in.skip();
            return;
        }
        function = true;
        in.object(member -> {
            switch (member) {
                case "name" -> tool = text(in);
                case "arguments" -> arguments();
                default -> in.skip();
            }
        });
    }

    private void arguments() {
        if (in.atObject()) {
            given = Arguments.read(in);
        } else {
            arguments = text(in);
        }
    }

    String text() {
        return text;
    }

    /** The call or result that this part is, if it is one of {@code load_context} or may be. */
    Optional<SkillCall> call() {
        if (function) {
            return isTool() ? call(null) : Optional.empty();
        }
        var first = output != null ? output : result;
        return switch (type) {
            case "tool-" + SkillCalls.TOOL -> call(stored(first));
            case "dynamic-tool" -> isTool() ? call(stored(first)) : Optional.empty();
            case "tool-call", "tool_use", "function_call" -> isTool() ? call(null) : Optional.empty();
            case "tool-result", "function_call_output" -> result(callId, tool, failed ? null : first);
            case "tool_result" -> result(
                    callId != null ? callId : id, tool, failed ? null : content != null ? content : first);
            default -> Optional.empty();
        };
    }

    /** A part without a state is one that is complete. */
    private ToolOutput stored(ToolOutput value) {
        return state == null || state.equals("output-available") ? value : null;
    }

    private boolean isTool() {
        return SkillCalls.TOOL.equals(tool);
    }

    private Optional<SkillCall> call(ToolOutput value) {
        var wanted = arguments == null ? given : Arguments.read(arguments);
        if (!fits(wanted.label()) || !fits(wanted.key())) {
            return Optional.empty();
        }
        var name = callId != null ? callId : id;
        return Optional.of(new SkillCall(fits(name) ? name : null, wanted.label(), wanted.key(), document(value)));
    }

    /** A result, unless it says that it is another tool's. */
    static Optional<SkillCall> result(String callId, String tool, ToolOutput value) {
        boolean other = tool != null && !tool.equals(SkillCalls.TOOL);
        return other || !fits(callId)
                ? Optional.empty()
                : Optional.of(new SkillCall(callId, null, null, document(value)));
    }

    private static SkillCall.Output document(ToolOutput value) {
        return value != null && value.isDocument() ? value.place() : null;
    }

    /** True for a name that can be kept. */
    private static boolean fits(String name) {
        return name != null
                && !name.isEmpty()
                && name.length() <= 2 * Ids.MAX_LENGTH
                && name.codePointCount(0, name.length()) <= Ids.MAX_LENGTH
                && !Utf8.hasLoneSurrogate(name);
    }

    /** What the model wants loaded; null where it does not say. */
    private record Arguments(String label, String key) {
        static final Arguments NONE = new Arguments(null, null);

        static Arguments read(JsonInput in) {
            var found = new String[2];
            in.object(member -> {
                switch (member) {
                    case "label" -> found[0] = ToolPart.text(in);
                    case "key" -> found[1] = ToolPart.text(in);
                    default -> in.skip();
                }
            });
            return new Arguments(found[0], found[1]);
        }

        /** From JSON in a string, as the model wrote it: it may be anything. */
        static Arguments read(String json) {
            try {
                var in = JsonInput.of(json.getBytes(StandardCharsets.UTF_8));
                return in.atObject() ? read(in) : NONE;
            } catch (Problem e) {
                return NONE;
            }
        }
    }
}
