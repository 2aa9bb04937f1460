package dev.coppice.compaction.extractive;

import dev.coppice.format.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * Chooses the best sentences, spread over the conversation: it is cut into stretches of one length, each of which offers its
 * best in turn. Keeps so many of each stretch that the choice fills its budget, and no more. Not thread-safe.
 */
final class SentenceSelector {
    /** Of a summary, for which a stretch stands. */
    private static final int TOKENS_PER_STRETCH = 160;

    private static final int KEPT_PER_STRETCH = 24;

    /** Tokens of a line, below which there is none. */
    private static final int SHORTEST = 4;

    private record Rated(Sentence sentence, double rate) {
        static final Comparator<Rated> WORST_FIRST = Comparator.comparingDouble(Rated::rate)
                .thenComparing(rated -> rated.sentence().order(), Comparator.reverseOrder());
    }

    private final List<PriorityQueue<Rated>> stretches = new ArrayList<>();
    private final int sentences;

    /**
     * @param sentences that will be offered, at most, with orders from 0
     * @param budget tokens that the choice may have, at most
     */
    SentenceSelector(int sentences, int budget) {
        this.sentences = Math.max(1, sentences);
        int count = Math.max(1, Math.min(this.sentences, budget / TOKENS_PER_STRETCH));
        for (int i = 0; i < count; i++) {
            stretches.add(new PriorityQueue<>(Rated.WORST_FIRST));
        }
    }

    void offer(Sentence sentence, int order, double rate) {
        var stretch = stretches.get((int) ((long) order * stretches.size() / sentences));
        if (stretch.size() == KEPT_PER_STRETCH) {
            if (stretch.element().rate() >= rate) {
                return;
            }
            stretch.poll();
        }
        stretch.add(new Rated(sentence, rate));
    }

    /** Tokens that all would have. */
    long tokens() {
        return stretches.stream()
                .flatMap(PriorityQueue::stream)
                .mapToLong(rated -> Tokens.of(rated.sentence().line()))
                .sum();
    }

    /** The choice in the order in which it was said; it is added to what was taken. */
    List<Sentence> pick(int budget, Coverage taken) {
        var left = stretches.stream().map(SentenceSelector::sorted).toList();
        var choice = new SectionChoice(budget, taken);
        while (choice.rest() >= SHORTEST && left.stream().anyMatch(stretch -> !stretch.isEmpty())) {
            var round = left.stream()
                    .flatMap(stretch -> best(stretch, taken))
                    .sorted(Rated.WORST_FIRST.reversed())
                    .toList();
            round.forEach(rated -> choice.offer(rated.sentence()));
        }
        return choice.inOrder();
    }

    private static List<Rated> sorted(PriorityQueue<Rated> stretch) {
        return new ArrayList<>(
                stretch.stream().sorted(Rated.WORST_FIRST.reversed()).toList());
    }

    private static Stream<Rated> best(List<Rated> stretch, Coverage taken) {
        Rated best = null;
        int place = -1;
        for (int i = 0; i < stretch.size(); i++) {
            var now = new Rated(
                    stretch.get(i).sentence(), taken.worth(stretch.get(i).sentence()));
            if (best == null || Rated.WORST_FIRST.compare(now, best) > 0) {
                best = now;
                place = i;
            }
        }
        if (place >= 0) {
            stretch.remove(place);
        }
        return Stream.ofNullable(best);
    }
}
