package dev.coppice.bench;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Share of questions with any evidence among the first 1, 5 and 10 hits, and the mean reciprocal rank. Not thread-safe. */
final class RetrievalScore {
    static final int CUT = 100;

    private int questions;
    private int first;
    private int five;
    private int ten;
    private double reciprocals;

    void add(List<String> ranked, Set<String> evidence) {
        questions++;
        for (int rank = 1; rank <= Math.min(CUT, ranked.size()); rank++) {
            if (evidence.contains(ranked.get(rank - 1))) {
                first += rank <= 1 ? 1 : 0;
                five += rank <= 5 ? 1 : 0;
                ten += rank <= 10 ? 1 : 0;
                reciprocals += 1.0 / rank;
                return;
            }
        }
    }

    int questions() {
        return questions;
    }

    /** Percentage of questions with evidence among the first five hits. */
    double five() {
        return 100.0 * five / questions;
    }

    double ten() {
        return 100.0 * ten / questions;
    }

    /** Returns the cells of a Markdown table: @1, @5, @10, MRR. */
    String cells() {
        return String.format(
                Locale.ROOT,
                "%.1f | %.1f | %.1f | %.3f",
                100.0 * first / questions,
                five(),
                ten(),
                reciprocals / questions);
    }
}
