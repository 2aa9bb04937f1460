package dev.coppice.format;

/**
 * Counts the tokens of a text, in place of the estimate. An application provides one as a named CDI bean ({@code @Named});
 * agents refer to it by that name as {@code tokenCounter}. It is called by many threads at once while a session is locked:
 * it must be thread-safe, linear in the text, and must not wait for anything. An exception refuses the write.
 */
public interface TokenCounter {
    /** The estimate of {@link Tokens}. */
    TokenCounter ESTIMATE = Tokens::of;

    /** The tokens of a text, which may be empty; 0 or more. */
    int count(String text);
}
