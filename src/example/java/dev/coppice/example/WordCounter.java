package dev.coppice.example;

import dev.coppice.format.TokenCounter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/** Counts a token a word, for agents with {@code "tokenCounter":"words"}; an exact tokenizer would stand here. */
@Named("words")
@ApplicationScoped
public class WordCounter implements TokenCounter {
    @Override
    public int count(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }
}
