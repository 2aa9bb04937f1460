package dev.coppice.format;

/**
 * Counts the tokens of a text, instead of the estimate. An application provides one as a named CDI bean ({@code
 * @Named}); agents refer to it by that name as {@code tokenCounter}. Called by many threads concurrently while a
 * session is locked, so it must be thread-safe, linear in the text's length and must not block. An exception makes the
 * write fail.
 */
public interface TokenCounter {
    /** The default counter: the estimate of {@link Tokens}. */
    TokenCounter ESTIMATE = Tokens::of;

    /** Returns the number of tokens of a text, which may be empty; never negative. */
    int count(String text);

    /**
     * Returns the rates by which the files of a message are counted. If they equal {@link MediaRates#DEFAULTS}, the
     * settings {@code coppice.file-tokens.*} replace them.
     */
    default MediaRates mediaRates() {
        return MediaRates.DEFAULTS;
    }
}
