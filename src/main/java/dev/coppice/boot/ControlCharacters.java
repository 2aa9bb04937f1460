package dev.coppice.boot;

/**
 * Escapes characters that begin a new line or control a terminal, so that they are visible in a log and have no effect.
 * Pure.
 */
final class ControlCharacters {
    private ControlCharacters() {}

    /** True for control characters, U+0085 included, and for the line and paragraph separators U+2028 and U+2029. */
    static boolean contains(char c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
    }

    /** Returns the text with its control characters and line breaks as escapes, such as {@code \n}. Tabs stay. */
    static String escape(String text) {
        return escape(text, false);
    }

    /**
     * Returns a stack trace with escapes for its control characters. Its line breaks stay. Each line after the first
     * begins with a tab, so that it does not look like a new line of the log.
     */
    static String escapeTrace(String trace) {
        return escape(trace, true).replaceAll("\n(?!\t)", "\n\t");
    }

    private static String escape(String text, boolean keepsLines) {
        if (text == null || text.chars().noneMatch(c -> contains((char) c))) {
            return text;
        }
        var escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t' || c == '\n' && keepsLines || !contains(c)) {
                escaped.append(c);
            } else {
                escaped.append(escape(c));
            }
        }
        return escaped.toString();
    }

    /** Returns the escape of a character, which is also valid in a JSON string. */
    static String escape(char c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format("\\u%04x", (int) c);
        };
    }
}
