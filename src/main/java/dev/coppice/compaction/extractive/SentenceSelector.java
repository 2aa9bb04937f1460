package dev.coppice.compaction.extractive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Selects the best sentences from all parts of a conversation. Divides the sentences into parts of equal size, here
 * called sections (not the sections of a summary). Selects in rounds: each round may take the best remaining sentence
 * of each section. Keeps only a few sentences of each section in memory. Not thread-safe.
 */
final class SentenceSelector {
    /**
     * The number of sections is the number of tokens of the summary divided by this number. So each section contributes
     * a few sentences.
     */
    private static final int TOKENS_PER_SECTION = 160;

    private static final int KEPT_PER_SECTION = 24;

    /**
     * Number of tokens that a line of the summary needs at least, with its bullet and speaker. The selection ends when
     * fewer tokens are left.
     */
    private static final int MIN_LINE = 4;

    private final List<List<Sentence>> sections = new ArrayList<>();

    /**
     * Creates a selector.
     *
     * @param sentences the sentences to select from, in the order of the conversation
     * @param weights weights of the words of all sentences
     * @param budget maximum number of tokens of one selection, which determines the number of sections
     */
    SentenceSelector(List<Sentence> sentences, Weights weights, int budget) {
        var nothing = new Coverage(weights);
        long count = Math.max(1, Math.min(sentences.size(), budget / TOKENS_PER_SECTION));
        for (long i = 0; i < count; i++) {
            int from = (int) (sentences.size() * i / count);
            int to = (int) (sentences.size() * (i + 1) / count);
            sections.add(best(sentences.subList(from, to), nothing));
        }
    }

    private record Rated(Sentence sentence, double worth) {
        static final Comparator<Rated> WORST_FIRST = Comparator.comparingDouble(Rated::worth)
                .thenComparing(rated -> rated.sentence().order(), Comparator.reverseOrder());
    }

    private static List<Sentence> best(List<Sentence> section, Coverage nothing) {
        var best = new PriorityQueue<>(Rated.WORST_FIRST);
        for (var sentence : section) {
            best.add(new Rated(sentence, nothing.worth(sentence)));
            if (best.size() > KEPT_PER_SECTION) {
                best.poll();
            }
        }
        return best.stream().map(Rated::sentence).toList();
    }

    /**
     * Selects sentences in rounds: in each round the best remaining sentence of each section, except those that repeat
     * a sentence in {@code covered}. Adds the selected sentences to {@code covered} and returns them.
     *
     * @param budget maximum number of tokens of the selected sentences together
     * @param covered the sentences that are already in the summary
     */
    List<Sentence> select(int budget, Coverage covered) {
        var left = sections.stream().map(ArrayList::new).toList();
        var selected = new ArrayList<Sentence>();
        for (int rest = budget; rest >= MIN_LINE; rest = budget - Sentence.tokens(selected)) {
            var round = left.stream()
                    .flatMap(section -> takeBest(section, covered).stream())
                    .sorted(Rated.WORST_FIRST.reversed())
                    .map(Rated::sentence)
                    .toList();
            if (round.isEmpty()) {
                break;
            }
            selected.addAll(covered.take(round, rest));
        }
        return selected;
    }

    /** Removes the best sentence from a section and returns it; empty if the section is empty. */
    private static Optional<Rated> takeBest(List<Sentence> section, Coverage covered) {
        var best = section.stream()
                .map(sentence -> new Rated(sentence, covered.worth(sentence)))
                .max(Rated.WORST_FIRST);
        best.ifPresent(rated -> section.remove(rated.sentence()));
        return best;
    }
}
