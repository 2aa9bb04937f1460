package dev.coppice.format;

/**
 * Counts the tokens of a text, instead of the estimate. An application provides one as a CDI bean with a name
 * ({@code @Named}), which agents refer to as {@code tokenCounter}. Called by many threads at once, while a session is
 * locked: it should take as long as the text, and wait for nobody. What it throws refuses the write.
 */
public interface TokenCounter {
    /** The estimate that {@link Tokens} makes. */
    TokenCounter ESTIMATE = Tokens::of;

    /** Tokens of a text, which may be empty: 0 or more. */
    int count(String text);
}
