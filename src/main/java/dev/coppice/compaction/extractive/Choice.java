package dev.coppice.compaction.extractive;

import dev.coppice.message.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sentences of one section: those that fit its budget, and that say what was not taken yet. Not thread-safe. */
final class Choice {
    private final List<Sentence> chosen = new ArrayList<>();
    private final Taken taken;
    private int rest;

    /** @param budget tokens that all of them may have */
    Choice(int budget, Taken taken) {
        this.rest = budget;
        this.taken = taken;
    }

    void offer(Sentence sentence) {
        int cost = Tokens.of(sentence.line());
        if (cost <= rest && !taken.has(sentence.content())) {
            rest -= cost;
            taken.add(sentence.content());
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
