package dev.coppice.format;

import java.util.regex.Pattern;

/**
 * Keeps the texts in a prompt apart, so that the model cannot take one text for another text or for a tool call. Pure.
 */
public final class PromptFraming {
    /** Line that separates two texts of a prompt. */
    public static final String SEPARATOR = "\n---\n";

    /**
     * Regular expression that matches the start of a line. The flag {@code m} does not know all characters after which
     * models and programs begin a line.
     */
    public static final String LINE_START = "(?m)(?:^|(?<=[\\x0B\\x0C\\x1C-\\x1E]))";

    /**
     * Regular expression that matches a character that is usually not displayed, such as U+200B or U+FEFF, and ends no
     * line.
     */
    public static final String INVISIBLE = "[\\p{Cf}\\p{Mn}\\p{Cc}&&[^\\t-\\r\\x1C-\\x1E\\x85]]";

    private static final Pattern FRAME = Pattern.compile(LINE_START + "(?=" + INVISIBLE + "*+(?:---|\\[))");

    private PromptFraming() {}

    /**
     * Returns the text with a space before each line that begins with {@code ---} or {@code [}, after invisible
     * characters if there are any. Without the space, such a line would look like {@link #SEPARATOR}, or like a line
     * that names a speaker or a tool, for example {@code [user]}.
     */
    public static String unframed(String text) {
        return FRAME.matcher(text).replaceAll(" ");
    }
}
