package dev.coppice.compaction.extractive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a summary says already: a sentence that says nearly the same is not taken, and a word counts less each time. Looks
 * at the latest few sentences of each word only, so that a check costs as much as the sentence is long.
 */
final class Coverage {
    private static final int LATEST = 8;
    private static final double SAME = 0.7;
    private static final int FEW_WORDS = 3;

    private final List<int[]> contents = new ArrayList<>();
    private final Map<Integer, List<Integer>> byWord = new HashMap<>();
    private final Weights weights;

    Coverage(Weights weights) {
        this.weights = weights;
    }

    void add(int[] content) {
        for (int word : content) {
            byWord.computeIfAbsent(word, w -> new ArrayList<>(1)).add(contents.size());
        }
        contents.add(content);
    }

    boolean has(int[] content) {
        var shared = new HashMap<Integer, Integer>();
        for (int word : content) {
            var with = byWord.getOrDefault(word, List.of());
            for (int sentence : with.subList(Math.max(0, with.size() - LATEST), with.size())) {
                if (isSame(shared.merge(sentence, 1, Integer::sum), content, contents.get(sentence))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isSame(int shared, int[] one, int[] other) {
        int shorter = Math.min(one.length, other.length);
        return shorter < FEW_WORDS ? shared == Math.max(one.length, other.length) : shared >= SAME * shorter;
    }

    /** What a sentence weighs beside what was taken. */
    double worth(Sentence sentence) {
        double sum = 0;
        for (int word : sentence.content()) {
            sum += weights.of(word) / (1 + byWord.getOrDefault(word, List.of()).size());
        }
        return sum * sentence.factor();
    }
}
