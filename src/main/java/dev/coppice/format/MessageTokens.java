package dev.coppice.format;

import dev.coppice.format.MessageTexts.Kind;

/**
 * Counts the tokens of a message. The sum is {@value Tokens#PER_MESSAGE} for the message itself, plus the tokens of its
 * texts and reasoning, of the inputs and outputs of its tools, and of its files. A value that is not a string is
 * counted as JSON without white space. A file is counted by its kind and size ({@link MediaRates}). This applies also
 * to a file in the output of a tool, and to a base64 {@code data:} URL in a text. A text file is counted as a text. One
 * object counts one message.
 *
 * <p>Names of tools are not counted. The members {@code reasoning} and {@code reasoning_content} are not counted,
 * because providers do not accept them. If a message has both {@code parts} and {@code content}, {@code content} is not
 * counted.
 */
public final class MessageTokens implements MessageTexts.Visitor {
    private final TokenCounter counter;
    private final boolean hasParts;
    private final boolean isNamed;
    private long tokens = Tokens.PER_MESSAGE;

    MessageTokens(TokenCounter counter, ParsedMessage message) {
        this.counter = counter;
        this.hasParts = message.members().isArray("parts");
        this.isNamed = message.name() != null;
    }

    /**
     * Returns the tokens of a message of any format. An item of OpenAI's Responses API, that is, an object without a
     * role, counts as much as a message with this item as its only part.
     *
     * @param json a JSON object
     * @param counter counts the tokens of each text
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

    /** Returns the tokens of the message itself, and of the texts and files that this object has visited so far. */
    long count() {
        return tokens;
    }

    @Override
    public void text(String member, Kind kind, String text) {
        if (counts(member)) {
            var found = FilesInText.of(text);
            add(found.rest());
            found.files().forEach(this::add);
        }
    }

    @Override
    public void output(String member, JsonSlice output) {
        if (!output.isObject() && !output.isArray()) {
            text(member, Kind.TOOL, output.compact());
        } else if (counts(member)) {
            var found = FilesInOutput.of(output);
            text(member, Kind.TOOL, found.rest());
            found.files().forEach(this::add);
        }
    }

    @Override
    public void file(String member, ParsedPart part) {
        if (counts(member)) {
            MediaReader.file(part, isNamed).ifPresent(this::add);
        }
    }

    private boolean counts(String member) {
        return switch (member) {
            case "content" -> !hasParts;
                // Providers do not accept these reasoning members as input.
            case "reasoning", "reasoning_content" -> false;
            default -> true;
        };
    }

    private void add(String text) {
        tokens += Math.max(0, counter.count(text));
    }

    private void add(Media file) {
        file.text()
                .ifPresentOrElse(this::add, () -> tokens += counter.mediaRates().tokens(file));
    }
}
