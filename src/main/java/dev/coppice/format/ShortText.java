package dev.coppice.format;

/**
 * Shortens texts without splitting a character, and marks where characters are omitted. Lengths are in UTF-16 units.
 * Pure.
 */
public final class ShortText {
    private static final String MARK = "…";

    private ShortText() {}

    /**
     * Returns the first {@code max} characters of a longer text, followed by {@code …}. A text of at most {@code max}
     * characters is returned unchanged.
     */
    static String end(String text, int max) {
        return text.length() <= max ? text : text.substring(0, before(text, max)) + MARK;
    }

    /**
     * Shortens a text to at most {@code max} characters by replacing its middle. The replacement is a line with the
     * number of omitted characters. This line counts toward {@code max}, but is never shortened itself. So the result
     * is longer than {@code max} if the line alone is. A text of at most {@code max} characters is returned unchanged.
     */
    public static String middle(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int kept = Math.max(0, max - gap(text.length()).length());
        int from = before(text, kept - kept / 2);
        int to = after(text, text.length() - kept / 2);
        return text.substring(0, from) + gap(to - from) + text.substring(to);
    }

    private static String gap(int characters) {
        return "\n" + MARK + " (" + characters + " characters left out) " + MARK + "\n";
    }

    private static int before(String text, int at) {
        return isWithin(text, at) ? at - 1 : at;
    }

    private static int after(String text, int at) {
        return isWithin(text, at) ? at + 1 : at;
    }

    private static boolean isWithin(String text, int at) {
        return at > 0
                && at < text.length()
                && Character.isHighSurrogate(text.charAt(at - 1))
                && Character.isLowSurrogate(text.charAt(at));
    }
}
