package dev.coppice.compaction.extractive;

import dev.coppice.format.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sentences that were already chosen for a summary. A sentence that nearly repeats a chosen sentence is not chosen.
 * Words of chosen sentences have less weight when the next sentence is chosen. A sentence is compared only with the
 * latest few chosen sentences that have a word in common with it, so the cost of a comparison depends only on the
 * sentence's length. Not thread-safe.
 */
final class Coverage {
    private static final int LATEST = 8;

    /**
     * Two sentences count as repetitions of each other if at least this fraction of the shorter one's words is in both.
     * So sentences that differ only in a few words are repetitions.
     */
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

    /**
     * Chooses sentences for the summary in the given order. Skips a sentence that needs more tokens than are left, and
     * one that repeats a sentence chosen before. Returns the chosen sentences in the order of the conversation.
     *
     * @param bestFirst the sentences to choose from, the best one first
     * @param budget maximum number of tokens of the chosen sentences together
     */
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

    /**
     * True if a chosen sentence has nearly the same words.
     *
     * @param content hashes of the words of a sentence
     */
    private boolean repeats(int[] content) {
        var shared = new HashMap<int[], Integer>(); // identity keys, because arrays have no value equality
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

    /**
     * Returns how much new content a sentence would add to the chosen ones. The result is 0 or more, and has a meaning
     * only in comparison with the results for other sentences. It is the sum of the weights of the sentence's words,
     * multiplied by the rating of the sentence's wording. The weight of a word is divided by one more than the number
     * of chosen sentences that contain the word.
     */
    double worth(Sentence sentence) {
        double sum = 0;
        for (int word : sentence.content()) {
            sum += weights.of(word) / (1 + byWord.getOrDefault(word, List.of()).size());
        }
        return sum * sentence.factor();
    }
}
