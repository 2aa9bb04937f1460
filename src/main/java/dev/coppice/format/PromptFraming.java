package dev.coppice.format;

import java.util.regex.Pattern;

/** Separates texts in a prompt, so that no text can imitate the beginning of another text or of a tool call. Pure. */
public final class PromptFraming {
    /** Line between two texts. */
    public static final String SEPARATOR = "\n---\n";

    private static final Pattern FRAME = Pattern.compile("(?m)^(?=---|\\[)");

    private PromptFraming() {}

    /**
     * Inserts a space before each line of a text that looks like a separator or begins like a line of a speaker or
     * tool.
     */
    public static String unframed(String text) {
        return FRAME.matcher(text).replaceAll(" ");
    }
}
