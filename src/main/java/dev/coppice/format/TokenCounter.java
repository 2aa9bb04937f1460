package dev.coppice.format;

/**
 * Counts the tokens of a text, instead of the built-in estimate. An application provides a counter as a named CDI bean
 * ({@code @Named}). An agent selects the counter by the bean's name in its member {@code tokenCounter}. A counter is
 * called by many threads at once while a session is locked. So it must be thread-safe, take time linear in the text's
 * length, and not block. If it throws an exception, the write fails.
 */
public interface TokenCounter {
    /** The default counter, which estimates the tokens; see {@link Tokens}. */
    TokenCounter ESTIMATE = Tokens::of;

    /** Returns the number of tokens of a text. The text may be empty. The number is never negative. */
    int count(String text);

    /**
     * Returns the rates by which this counter counts the files of a message. If they equal {@link MediaRates#DEFAULTS},
     * the settings {@code coppice.file-tokens.*} apply instead.
     */
    default MediaRates mediaRates() {
        return MediaRates.DEFAULTS;
    }
}
