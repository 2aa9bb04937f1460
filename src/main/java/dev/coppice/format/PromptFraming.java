package dev.coppice.format;

import java.util.regex.Pattern;

/**
 * Separates texts in a prompt, so that none of them can imitate the beginning of another text or of a tool. Pure.
 */
public final class PromptFraming {
    /** Separates two texts. */
    public static final String SEPARATOR = "\n---\n";

    private static final Pattern FRAME = Pattern.compile("(?m)^(?=---|\\[)");

    private PromptFraming() {}

    /** The text with a blank before each line that begins like a separator or like the name of a speaker or tool. */
    public static String unframed(String text) {
        return FRAME.matcher(text).replaceAll(" ");
    }
}
