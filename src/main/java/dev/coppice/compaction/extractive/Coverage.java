package dev.coppice.compaction.extractive;

import dev.coppice.format.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sentences already chosen for a summary: a near repetition of one of them is not chosen, and words that they contain
 * count less. Compares a sentence with the latest few sentences of each of its words only, so that the cost depends on the
 * sentence's length alone. Not thread-safe.
 */
final class Coverage {
    private static final int LATEST = 8;

    /** Share of the shorter sentence's words that a near repetition has in common. */
    private static final double SAME = 0.7;

    private static final int FEW_WORDS = 3;

    private final Map<Integer, List<int[]>> byWord = new HashMap<>();
    private final Weights weights;

    Coverage(Weights weights) {
        this.weights = weights;
    }

    void add(Sentence sentence) {
        for (int word : sentence.content()) {
            byWord.computeIfAbsent(word, first -> new ArrayList<>(1)).add(sentence.content());
        }
    }

    /** Chooses the sentences that fit into {@code budget} tokens and repeat nothing; in the order of the conversation. */
    List<Sentence> take(List<Sentence> bestFirst, int budget) {
        var taken = new ArrayList<Sentence>();
        int rest = budget;
        for (var sentence : bestFirst) {
            int cost = Tokens.of(sentence.line());
            if (cost <= rest && !repeats(sentence.content())) {
                rest -= cost;
                add(sentence);
                taken.add(sentence);
            }
        }
        taken.sort(Comparator.comparingInt(Sentence::order));
        return taken;
    }

    private boolean repeats(int[] content) {
        var shared = new HashMap<int[], Integer>(); // by identity: arrays have no equals
        for (int word : content) {
            var others = byWord.getOrDefault(word, List.of());
            for (var other : others.subList(Math.max(0, others.size() - LATEST), others.size())) {
                if (isSame(shared.merge(other, 1, Integer::sum), content.length, other.length)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isSame(int shared, int one, int other) {
        int shorter = Math.min(one, other);
        return shorter < FEW_WORDS ? shared == Math.max(one, other) : shared >= SAME * shorter;
    }

    /** The value that a sentence adds to the chosen ones. */
    double worth(Sentence sentence) {
        double sum = 0;
        for (int word : sentence.content()) {
            sum += weights.of(word) / (1 + byWord.getOrDefault(word, List.of()).size());
        }
        return sum * sentence.factor();
    }
}
