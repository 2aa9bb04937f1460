package dev.coppice.format;

import java.util.regex.Pattern;

/**
 * Separates the texts in a prompt. Changes a text where it could look like the beginning of another text or of a tool
 * call. Pure.
 */
public final class PromptFraming {
    /** Line between two texts of a prompt. */
    public static final String SEPARATOR = "\n---\n";

    private static final Pattern FRAME = Pattern.compile("(?m)^(?=---|\\[)");

    private PromptFraming() {}

    /**
     * Returns the text with a space before each line that begins with {@code ---} or {@code [}. Without the space, such
     * a line would look like {@link #SEPARATOR}, or like a line of the prompt that names a speaker or a tool.
     */
    public static String unframed(String text) {
        return FRAME.matcher(text).replaceAll(" ");
    }
}
