package dev.coppice.example;

import dev.coppice.format.TokenCounter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/**
 * Counts one token per word, for agents with {@code "tokenCounter":"words"}; a real extension would call the tokenizer
 * of its model. Thread-safe.
 */
@Named("words")
@ApplicationScoped
public class WordCounter implements TokenCounter {
    @Override
    public int count(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }
}
