package dev.coppice.format;

import dev.coppice.format.MessageTexts.Kind;
import java.util.regex.Pattern;

/**
 * The preview of a message: one line with the beginning of its first text or reasoning that is not blank. Reasoning in
 * the members {@code reasoning} and {@code reasoning_content} is left out, and so are inputs and outputs of tools.
 */
final class MessagePreview implements MessageTexts.Visitor {
    private static final int CHARACTERS = 80;

    /**
     * Maximum number of UTF-16 units that are read of the message's first text, including white space. The limit keeps
     * the preview of a long text fast.
     */
    private static final int SOURCE_CHARACTERS = 400;

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cntrl}]+");

    private String firstText = "";

    @Override
    public void text(String member, Kind kind, String text) {
        boolean isShown = kind != Kind.TOOL && !member.startsWith("reasoning");
        if (isShown && firstText.isBlank()) {
            int end = Math.min(text.length(), SOURCE_CHARACTERS);
            boolean splitsPair = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
            firstText = text.substring(0, splitsPair ? end - 1 : end);
        }
    }

    /** Returns the preview: at most {@value #CHARACTERS} characters on one line; empty for a message without text. */
    String line() {
        var line = BLANKS.matcher(firstText.strip()).replaceAll(" ");
        return line.codePointCount(0, line.length()) <= CHARACTERS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, CHARACTERS));
    }
}
