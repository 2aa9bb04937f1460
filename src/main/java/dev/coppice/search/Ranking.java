package dev.coppice.search;

import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts matches in order: each by its own score, helped by the messages around it and by the best of its session, because
 * a question is often answered next to the message that names its topic. Sums and maxima of one kind of score: the order
 * does not depend on its scale, and the length of a session wins nothing. The weights were chosen on one half of a set of
 * conversations and lie in the middle of a plateau (README, Search, measured). Pure.
 */
final class Ranking {
    /** Of the better one of the two messages beside it. */
    static final double BESIDE = 0.5;

    /** Of the better one of the two behind those. */
    static final double NEAR = 0.3;

    /** Of the best message of its session. */
    static final double SESSION = 0.6;

    private static final Comparator<Candidate> ORDER = Comparator.comparingDouble(Candidate::score)
            .reversed()
            .thenComparing(candidate -> candidate.position().branch())
            .thenComparing(candidate -> candidate.position().depth())
            .thenComparing(Candidate::edit)
            .thenComparing(Candidate::tree);

    private final Map<Position, Double> scores = new HashMap<>();
    private final Map<Long, Double> best = new HashMap<>();

    /** @param evidence everything that is known to match any word; what is not among it counts nothing */
    Ranking(Collection<Candidate> evidence) {
        for (var candidate : evidence) {
            scores.merge(candidate.position(), candidate.score(), Math::max);
            best.merge(candidate.tree(), candidate.score(), Math::max);
        }
    }

    /** The best first, with the scores that they are ordered by. */
    List<Candidate> order(Collection<Candidate> candidates) {
        return candidates.stream()
                .map(candidate -> candidate.scored(score(candidate)))
                .sorted(ORDER)
                .toList();
    }

    private double score(Candidate candidate) {
        var at = candidate.position();
        return candidate.score()
                + BESIDE * Math.max(at(at, -1), at(at, 1))
                + NEAR * Math.max(at(at, -2), at(at, 2))
                + SESSION * best.getOrDefault(candidate.tree(), 0.0);
    }

    private double at(Position from, int steps) {
        return scores.getOrDefault(new Position(from.branch(), from.depth() + steps), 0.0);
    }

    /**
     * One list of two, the second behind the first: scores lie between 0 and 1, the first one's best is 1, and none of
     * the second reaches any of the first.
     */
    static List<Candidate> joined(List<Candidate> first, List<Candidate> second) {
        var joined = new ArrayList<>(relative(first, 1));
        double bound =
                joined.isEmpty() ? 1 : 0.9 * joined.get(joined.size() - 1).score();
        joined.addAll(relative(second, bound));
        return joined;
    }

    private static List<Candidate> relative(List<Candidate> ordered, double top) {
        double best = ordered.isEmpty() ? 1 : Math.max(ordered.get(0).score(), Double.MIN_NORMAL);
        return ordered.stream()
                .map(candidate -> candidate.scored(top * candidate.score() / best))
                .toList();
    }
}
