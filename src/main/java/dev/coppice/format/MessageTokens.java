package dev.coppice.format;

import dev.coppice.format.MessageTexts.Kind;

/**
 * Counts the tokens of a message: {@value Tokens#PER_MESSAGE} for the message itself, plus the tokens of its texts and
 * reasoning and of the inputs and outputs of its tools. Files and names of tools are not counted. A value that is not a
 * string is counted as JSON without white space. If a message has both {@code parts} and {@code content}, {@code
 * content} is not counted. Pure.
 */
public final class MessageTokens implements MessageTexts.Visitor {
    private final TokenCounter counter;
    private final boolean hasParts;
    private long tokens = Tokens.PER_MESSAGE;

    MessageTokens(TokenCounter counter, ParsedMessage message) {
        this.counter = counter;
        this.hasParts = message.members().isArray("parts");
    }

    /**
     * Returns the tokens of a message of any format. An item of OpenAI's Responses API counts like a message with one
     * part.
     */
    public static long of(byte[] json, TokenCounter counter) {
        var message = ParsedMessage.of(json);
        var tokens = new MessageTokens(counter, message);
        if (message.members().has("role")) {
            MessageTexts.visit(message, tokens);
        } else {
            MessageTexts.visit(message.asPart(), tokens);
        }
        return tokens.count();
    }

    /** Returns the tokens of the message itself and of the texts that were visited. */
    long count() {
        return tokens;
    }

    @Override
    public void text(String member, Kind kind, String text) {
        boolean counts =
                switch (member) {
                    case "content" -> !hasParts;
                        // Does not count: providers do not accept these members as input.
                    case "reasoning", "reasoning_content" -> false;
                    default -> true;
                };
        if (counts) {
            tokens += Math.max(0, counter.count(text));
        }
    }
}
