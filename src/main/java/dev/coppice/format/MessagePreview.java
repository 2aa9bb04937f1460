package dev.coppice.format;

import dev.coppice.format.MessageTexts.Kind;

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

    /** The control character behind the other characters of ASCII. */
    private static final int DEL = 0x7f;

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
        var text = firstText.strip();
        var line = new StringBuilder(CHARACTERS);
        int characters = 0;
        boolean afterBlank = false;
        for (int i = 0; i < text.length() && characters < CHARACTERS; i += Character.charCount(text.codePointAt(i))) {
            int character = text.codePointAt(i);
            boolean isBlank = isBlank(character);
            if (!isBlank || !afterBlank) {
                line.appendCodePoint(isBlank ? ' ' : character);
                characters++;
            }
            afterBlank = isBlank;
        }
        return line.toString();
    }

    /** True for white space and control characters of ASCII. A loop with this check takes less time than a pattern. */
    private static boolean isBlank(int character) {
        return character <= ' ' || character == DEL;
    }
}
