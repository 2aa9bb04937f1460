package dev.coppice.format;

/**
 * Estimates the tokens of a text. The estimate is 0 for an empty text. Otherwise it is a quarter of the text's UTF-16
 * units or 1.3 times its number of words, whichever is larger, rounded up. This is the rule of Cloudflare's Session
 * API. It is computed with doubles, as Cloudflare does, so that thresholds have the same meaning in both systems.
 */
public final class Tokens {
    /**
     * Number of tokens counted for each message in addition to its texts, for its role and its delimiters in a prompt.
     */
    public static final int PER_MESSAGE = 4;

    private static final double UNITS_PER_TOKEN = 4;
    private static final double TOKENS_PER_WORD = 1.3;

    private Tokens() {}

    /** Returns the estimated number of tokens of a text, in time linear in its length. */
    public static int of(String text) {
        int words = 0;
        boolean afterSpace = true;
        for (int i = 0, length = text.length(); i < length; i++) {
            char c = text.charAt(i);
            // Most characters of a prompt are visible ASCII characters, which one comparison finds.
            boolean space = (c <= ' ' || c > '~') && isSpace(c);
            if (afterSpace && !space) {
                words++;
            }
            afterSpace = space;
        }
        return (int) Math.ceil(Math.max(text.length() / UNITS_PER_TOKEN, words * TOKENS_PER_WORD));
    }

    /** True for white space as JavaScript's {@code \s} defines it: Unicode white space including no-break spaces. */
    private static boolean isSpace(char c) {
        return c == ' ' || c >= '\t' && c <= '\r' || c > 127 && (Character.isSpaceChar(c) || c == '\uFEFF');
    }
}
