package dev.coppice.format;

import java.util.regex.Pattern;

/** Separates texts in a prompt, so that no text can imitate the beginning of another text or of a tool call. Pure. */
public final class PromptFraming {
    /** Line that is written between two texts. */
    public static final String SEPARATOR = "\n---\n";

    private static final Pattern FRAME = Pattern.compile("(?m)^(?=---|\\[)");

    private PromptFraming() {}

    /**
     * Inserts a space before each line of a text that looks like {@link #SEPARATOR}, or begins like a line that names a
     * speaker or a tool.
     */
    public static String unframed(String text) {
        return FRAME.matcher(text).replaceAll(" ");
    }
}
