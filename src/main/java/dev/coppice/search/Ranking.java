package dev.coppice.search;

import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Orders the results of a search by score. Adds to the score of a message a part of the scores of its neighbors, and a
 * part of the best score in the same session. The reason is that the answer to a question is often near the message
 * that names the topic. Only sums and maxima of scores are used, so the order depends neither on the scale of scores
 * nor on the length of sessions. The weights were chosen by measurement with one half of a set of conversations; small
 * changes of the weights make no difference (see {@code src/docs/benchmarks.md}). Immutable.
 */
final class Ranking {
    /**
     * Fraction of an adjacent message's score that is added to a message's score, chosen by measurement. Of the two
     * adjacent messages, the one with the higher score counts.
     */
    static final double ADJACENT = 0.5;

    /**
     * Fraction of the score of a message two rows away that is added to a message's score, chosen by measurement. Of
     * the two such messages, the one with the higher score counts.
     */
    static final double NEAR = 0.3;

    /** Fraction of the best score in the same session that is added to a message's score, chosen by measurement. */
    static final double SESSION = 0.6;

    private static final Comparator<Candidate> ORDER = Comparator.comparingDouble(Candidate::score)
            .reversed()
            .thenComparing(candidate -> candidate.position().branch())
            .thenComparing(candidate -> candidate.position().depth())
            .thenComparing(Candidate::edit)
            .thenComparing(Candidate::tree);

    /** Best score of each message, by its row position. */
    private final Map<Position, Double> scores = new HashMap<>();
    /** Best score of any message in each tree, by the tree's database id. */
    private final Map<Long, Double> best = new HashMap<>();

    /**
     * Creates a ranking.
     *
     * @param evidence all matches whose scores affect the order
     */
    Ranking(Collection<Candidate> evidence) {
        for (var candidate : evidence) {
            scores.merge(candidate.position(), candidate.score(), Math::max);
            best.merge(candidate.tree(), candidate.score(), Math::max);
        }
    }

    /** Returns the candidates with the scores of this ranking, best first. */
    List<Candidate> order(Collection<Candidate> candidates) {
        return candidates.stream()
                .map(candidate -> candidate.withScore(score(candidate)))
                .sorted(ORDER)
                .toList();
    }

    /** Returns the candidate's own score plus parts of its neighbors' scores and of the best score in its tree. */
    private double score(Candidate candidate) {
        var at = candidate.position();
        return candidate.score()
                + ADJACENT * Math.max(at(at, -1), at(at, 1))
                + NEAR * Math.max(at(at, -2), at(at, 2))
                + SESSION * best.getOrDefault(candidate.tree(), 0.0);
    }

    /**
     * Returns the score of the message that is {@code steps} rows after a position, or before it if {@code steps} is
     * negative; 0 if the message there is no match.
     */
    private double at(Position from, int steps) {
        return scores.getOrDefault(new Position(from.branch(), from.depth() + steps), 0.0);
    }

    /**
     * Returns the results of both lists, the first list before the second. All results get new scores: the first one
     * gets 1, the others get scores down to 0, and all scores of the second list are lower than those of the first.
     */
    static List<Candidate> joined(List<Candidate> first, List<Candidate> second) {
        var joined = new ArrayList<>(relative(first, 1));
        double bound =
                joined.isEmpty() ? 1 : 0.9 * joined.get(joined.size() - 1).score();
        joined.addAll(relative(second, bound));
        return joined;
    }

    /** Multiplies all scores of a list by one factor, so that the first result gets the score {@code top}. */
    private static List<Candidate> relative(List<Candidate> ordered, double top) {
        double best = ordered.isEmpty() ? 1 : Math.max(ordered.get(0).score(), Double.MIN_NORMAL);
        return ordered.stream()
                .map(candidate -> candidate.withScore(top * candidate.score() / best))
                .toList();
    }
}
