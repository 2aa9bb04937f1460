package dev.coppice.format;

import java.util.regex.Pattern;

/**
 * Texts side by side in a record that a model is to describe: none of them can look like the beginning of another one, or
 * of a tool. Pure.
 */
public final class PromptFraming {
    /** What stands between two texts. */
    public static final String SEPARATOR = "\n---\n";

    private static final Pattern FRAME = Pattern.compile("(?m)^(?=---|\\[)");

    private PromptFraming() {}

    /** A text in which no line begins as a separator does, or as what names a speaker or a tool. */
    public static String unframed(String text) {
        return FRAME.matcher(text).replaceAll(" ");
    }
}
