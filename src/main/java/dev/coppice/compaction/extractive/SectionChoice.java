package dev.coppice.compaction.extractive;

import dev.coppice.format.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sentences of one section: those that fit its budget, and that say what was not taken yet. Not thread-safe. */
final class SectionChoice {
    private final List<Sentence> chosen = new ArrayList<>();
    private final Coverage coverage;
    private int rest;

    /** @param budget tokens that all of them may have */
    SectionChoice(int budget, Coverage coverage) {
        this.rest = budget;
        this.coverage = coverage;
    }

    void offer(Sentence sentence) {
        int cost = Tokens.of(sentence.line());
        if (cost <= rest && !coverage.has(sentence.content())) {
            rest -= cost;
            coverage.add(sentence.content());
            chosen.add(sentence);
        }
    }

    /** Tokens that are left. */
    int rest() {
        return rest;
    }

    /** In the order in which they were said. */
    List<Sentence> inOrder() {
        return chosen.stream().sorted(Comparator.comparingInt(Sentence::order)).toList();
    }
}
