package dev.coppice.format;

import java.util.regex.Pattern;

/**
 * Keeps the texts in a prompt apart, so that the model cannot take one text for another text or for a tool call. Pure.
 */
public final class PromptFraming {
    /** Line that separates two texts of a prompt. */
    public static final String SEPARATOR = "\n---\n";

    private static final Pattern FRAME = Pattern.compile("(?m)^(?=---|\\[)");

    private PromptFraming() {}

    /**
     * Returns the text with a space before each line that begins with {@code ---} or {@code [}. Without the space, such
     * a line would look like {@link #SEPARATOR}, or like a line that names a speaker or a tool, for example
     * {@code [user]}.
     */
    public static String unframed(String text) {
        return FRAME.matcher(text).replaceAll(" ");
    }
}
