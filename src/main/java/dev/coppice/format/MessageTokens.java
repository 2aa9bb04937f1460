package dev.coppice.format;

import dev.coppice.format.MessageTexts.Kind;

/**
 * Counts the tokens of messages: {@value Tokens#PER_MESSAGE} for each message, and the tokens of what was said and thought,
 * and of the inputs and outputs of tools. Files count nothing, nor do the names of tools. What is not a string counts as
 * its JSON without white space. Of a message with both {@code parts} and {@code content}, the parts count. Pure.
 */
public final class MessageTokens implements MessageTexts.Visitor {
    private final TokenCounter counter;
    private final boolean hasParts;
    private long tokens = Tokens.PER_MESSAGE;

    MessageTokens(TokenCounter counter, ParsedMessage message) {
        this.counter = counter;
        this.hasParts = message.members().isArray("parts");
    }

    /** Tokens of a message, of any format; an item of OpenAI's responses counts like a message with one part. */
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

    /** The tokens of the texts visited so far. */
    long count() {
        return tokens;
    }

    @Override
    public void text(String member, Kind kind, String text) {
        boolean counts =
                switch (member) {
                    case "content" -> !hasParts;
                        // Providers do not take the reasoning beside the content back.
                    case "reasoning", "reasoning_content" -> false;
                    default -> true;
                };
        if (counts) {
            tokens += Math.max(0, counter.count(text));
        }
    }
}
