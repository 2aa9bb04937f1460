package dev.coppice.format;

import dev.coppice.json.JsonInput;

/**
 * Reads the texts of a message's parts, and counts their tokens: texts and reasoning by their text, tool parts by their
 * input and output, other parts by their text or result, files nothing. What is no string counts as its JSON.
 */
final class PartReader {
    /** What a text is to the conversation. */
    enum Kind {
        /** Somebody's words. */
        SAID,
        /** The model's reasoning. */
        THOUGHT,
        /** What a tool is called, was given, or gave back; JSON, where it is no string. */
        TOOL
    }

    /** Is told each text in its order. */
    interface Listener {
        void text(Kind kind, String text);
    }

    private static final String TOOL = "tool-";

    private final JsonInput in;
    private final Listener listener;
    private final TokenCounter counter;

    private String type;
    private String name;
    private String text;
    private String input;
    private String output;
    private String result;

    PartReader(JsonInput in, Listener listener, TokenCounter counter) {
        this.in = in;
        this.listener = listener;
        this.counter = counter;
    }

    /** Tokens of an array of parts. */
    long array() {
        var tokens = new long[1];
        in.array(() -> tokens[0] += in.atObject() ? part() : text());
        return tokens[0];
    }

    /** Tokens of a string; anything else counts nothing. */
    long text() {
        if (!in.atString()) {
            return nothing();
        }
        return counted(Kind.SAID, in.string());
    }

    /** Skips the value. */
    long nothing() {
        in.skip();
        return 0;
    }

    /** Tokens of OpenAI's {@code tool_calls}: their arguments, which are JSON in a string. */
    long calls() {
        var tokens = new long[1];
        in.array(() -> members(call -> {
            if (call.equals("function")) {
                members(member -> tokens[0] += function(member));
            } else {
                in.skip();
            }
        }));
        return tokens[0];
    }

    private long function(String member) {
        switch (member) {
            case "arguments":
                return counted(Kind.TOOL, in.json());
            case "name":
                listener.text(Kind.TOOL, in.json());
                return 0;
            default:
                return nothing();
        }
    }

    private void members(JsonInput.Member member) {
        if (in.atObject()) {
            in.object(member);
        } else {
            in.skip();
        }
    }

    private long part() {
        type = "";
        name = text = input = output = result = null;
        in.object(this::member);
        if (isTool()) {
            listener.text(Kind.TOOL, name != null ? name : type.startsWith(TOOL) ? type.substring(TOOL.length()) : "");
            return counted(Kind.TOOL, input) + counted(Kind.TOOL, output != null ? output : result);
        }
        if (type.equals("file")) {
            return 0;
        }
        return text != null ? counted(isThought() ? Kind.THOUGHT : Kind.SAID, text) : counted(Kind.TOOL, result);
    }

    private void member(String name) {
        switch (name) {
            case "type" -> type = in.atString() ? in.string() : in.json();
            case "name", "toolName" -> this.name = in.json();
            case "text", "thinking" -> {
                if (in.atString()) {
                    text = in.string();
                } else {
                    in.skip();
                }
            }
            case "input", "arguments" -> input = in.json();
            case "output" -> output = in.json();
            case "result", "content" -> result = in.json();
            default -> in.skip();
        }
    }

    /** {@code tool-…} and {@code dynamic-tool} of the AI SDK, {@code tool_use} and {@code tool_result} of Anthropic. */
    private boolean isTool() {
        return type.startsWith("tool") || type.equals("dynamic-tool") || type.startsWith("function_call");
    }

    private boolean isThought() {
        return type.startsWith("reasoning") || type.startsWith("thinking");
    }

    private long counted(Kind kind, String text) {
        if (text == null) {
            return 0;
        }
        listener.text(kind, text);
        return Math.max(0, counter.count(text));
    }
}
