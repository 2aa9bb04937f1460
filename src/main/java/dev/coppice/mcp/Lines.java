package dev.coppice.mcp;

import dev.coppice.format.PromptFraming;
import java.util.regex.Pattern;

/**
 * Changes texts of clients before they become a part of a result for a model. Without the change, a line of such a text
 * could look like another part of the result, for example like the header of a message. Pure.
 */
final class Lines {
    private static final Pattern LINE_ENDS = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]+");

    /**
     * Matches the start of a line that Markdown shows as a heading, or as the line below a heading that underlines it.
     */
    private static final Pattern HEADING = Pattern.compile(
            PromptFraming.LINE_START + "(?=[\\h" + PromptFraming.INVISIBLE + "]*+(?:#{1,6}(?:\\h|$)|-+\\h*$|=+\\h*$))");

    private Lines() {}

    /** Returns a text as one line: each sequence of line ends and control characters becomes a space. */
    static String one(String text) {
        return LINE_ENDS.matcher(text).replaceAll(" ");
    }

    /** Returns a text with a backslash before each line that Markdown would show as a heading or as its underline. */
    static String withoutHeadings(String text) {
        return HEADING.matcher(text).replaceAll("\\\\");
    }
}
