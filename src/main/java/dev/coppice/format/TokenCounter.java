package dev.coppice.format;

/**
 * Counts the tokens of texts, in place of the built-in estimate. An application provides a counter as a named CDI bean
 * ({@code @Named}). An agent selects the counter by the bean's name in its member {@code tokenCounter}. Many threads
 * call a counter at once, also while sessions are locked. So it must be thread-safe, take time linear in the text's
 * length, and not block. If it throws an exception, the request or compaction that needs the count fails.
 */
public interface TokenCounter {
    /** The counter of sessions whose agent selects no other one. It estimates the tokens; see {@link Tokens}. */
    TokenCounter ESTIMATE = Tokens::of;

    /** Returns the number of tokens of a text, at least 0. The text may be empty. */
    int count(String text);

    /**
     * Returns the rates by which this counter counts the files of a message. If they equal {@link MediaRates#DEFAULTS},
     * the settings {@code coppice.file-tokens.*} apply instead.
     */
    default MediaRates mediaRates() {
        return MediaRates.DEFAULTS;
    }
}
