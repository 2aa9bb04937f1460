package dev.coppice.message;

import dev.coppice.json.JsonInput;

/**
 * Counts the tokens of a message's parts: texts and reasoning by their text, tool parts by their input and output, other
 * parts by their text or result, files nothing. What is no string counts as its JSON.
 */
final class PartReader {
    private static final int PREVIEW_SOURCE = 400;

    private final JsonInput in;
    private String firstText = "";

    private String type;
    private String text;
    private String input;
    private String output;
    private String result;

    PartReader(JsonInput in) {
        this.in = in;
    }

    /** The beginning of the first text that was met, or an empty string. */
    String firstText() {
        return firstText;
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
        return Tokens.of(seen(in.string()));
    }

    /** Skips the value. */
    long nothing() {
        in.skip();
        return 0;
    }

    /** Tokens of OpenAI's {@code tool_calls}: their arguments, which are JSON in a string. */
    long calls() {
        var tokens = new long[1];
        in.array(() -> each("function", () -> each("arguments", () -> tokens[0] += Tokens.of(in.json()))));
        return tokens[0];
    }

    private void each(String wanted, Runnable member) {
        if (!in.atObject()) {
            in.skip();
            return;
        }
        in.object(name -> {
            if (name.equals(wanted)) {
                member.run();
            } else {
                in.skip();
            }
        });
    }

    private long part() {
        type = "";
        text = input = output = result = null;
        in.object(this::member);
        if (isTool()) {
            return of(input) + of(output != null ? output : result);
        }
        if (text != null && !type.equals("file")) {
            return Tokens.of(seen(text));
        }
        return type.equals("file") ? 0 : of(result);
    }

    private void member(String name) {
        switch (name) {
            case "type" -> type = in.atString() ? in.string() : in.json();
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

    private String seen(String text) {
        if (firstText.isBlank()) {
            int end = Math.min(text.length(), PREVIEW_SOURCE);
            boolean pair = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
            firstText = text.substring(0, pair ? end - 1 : end);
        }
        return text;
    }

    private static long of(String text) {
        return text == null ? 0 : Tokens.of(text);
    }
}
