package dev.coppice.format;

import dev.coppice.json.JsonInput;

/** Counts the tokens of messages as they are given to a model, in any shape. Pure, linear in the message. */
public final class FormatTokens {
    private final JsonInput in;
    private final PartReader parts;
    private boolean item = true;
    private long tokens;

    private FormatTokens(byte[] json, TokenCounter counter) {
        this.in = JsonInput.of(json);
        this.parts = new PartReader(in, (kind, text) -> {}, counter);
    }

    /** Tokens of a message, by the same rule as those of a stored one; an item of OpenAI's responses is one too. */
    public static long of(byte[] json, TokenCounter counter) {
        var message = new FormatTokens(json, counter);
        message.in.object(message::member);
        return Tokens.PER_MESSAGE + (message.item ? ofItem(json, counter) : message.tokens);
    }

    private void member(String name) {
        switch (name) {
            case "role" -> {
                item = false;
                in.skip();
            }
            case "parts", "content" -> tokens += in.atArray() ? parts.array() : parts.text();
            case "tool_calls" -> tokens += in.atArray() ? parts.calls() : parts.nothing();
            default -> in.skip();
        }
    }

    /** A call or an output that stands for itself is what it would be as a part. */
    private static long ofItem(byte[] json, TokenCounter counter) {
        var array = new byte[json.length + 2];
        array[0] = '[';
        System.arraycopy(json, 0, array, 1, json.length);
        array[json.length + 1] = ']';
        return new FormatTokens(array, counter).parts.array();
    }
}
