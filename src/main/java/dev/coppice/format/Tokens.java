package dev.coppice.format;

/**
 * The estimate of how many tokens a text costs: 0 when it is empty, else the larger of a quarter of its UTF-16 units
 * and 1.3 for each word, rounded up. The rule, and its arithmetic in doubles, is that of Cloudflare's Session API, so
 * that thresholds carry over.
 */
public final class Tokens {
    /** What a message costs besides its text. */
    public static final int PER_MESSAGE = 4;

    private static final double UNITS_PER_TOKEN = 4;
    private static final double TOKENS_PER_WORD = 1.3;

    private Tokens() {}

    /** Tokens of a text; linear in its length. */
    public static int of(CharSequence text) {
        int words = 0;
        boolean inWord = false;
        for (int i = 0; i < text.length(); i++) {
            boolean space = isSpace(text.charAt(i));
            if (!space && !inWord) {
                words++;
            }
            inWord = !space;
        }
        return (int) Math.ceil(Math.max(text.length() / UNITS_PER_TOKEN, words * TOKENS_PER_WORD));
    }

    /** White space as JavaScript's {@code \s} has it: Unicode's, and the no-break spaces too. */
    private static boolean isSpace(char c) {
        return c == ' ' || c >= '\t' && c <= '\r' || c > 127 && (Character.isSpaceChar(c) || c == '\uFEFF');
    }
}
