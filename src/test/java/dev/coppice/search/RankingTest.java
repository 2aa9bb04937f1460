package dev.coppice.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.message.Position;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of matches. */
class RankingTest {
    private static Candidate candidate(long tree, int depth, double score) {
        return new Candidate(tree, new Position(tree, depth), false, score);
    }

    private static List<Integer> depths(List<Candidate> ordered) {
        return ordered.stream().map(candidate -> candidate.position().depth()).toList();
    }

    @Test
    void neighborsRaiseTheScore() {
        var all = List.of(candidate(1, 0, 4), candidate(1, 1, 2.1), candidate(1, 9, 2.2));
        assertEquals(List.of(0, 1, 9), depths(new Ranking(all).order(all)));
    }

    @Test
    void betterNeighborCounts() {
        var all = List.of(candidate(1, 0, 1), candidate(1, 1, 1), candidate(1, 2, 3));
        var middle = new Ranking(all).order(List.of(all.get(1))).get(0);
        assertEquals(1 + Ranking.ADJACENT * 3 + Ranking.SESSION * 3, middle.score(), 1e-9);
    }

    @Test
    void bestMessageOfTheSessionCountsAndItsLengthDoesNot() {
        var all = new java.util.ArrayList<Candidate>();
        all.add(candidate(1, 0, 5));
        all.add(candidate(1, 50, 2));
        for (int i = 0; i < 100; i++) {
            all.add(candidate(2, 10 * i, 2.5));
        }
        var ordered = new Ranking(all).order(all);
        assertEquals(1, ordered.get(0).tree());
        assertEquals(1, ordered.get(1).tree());
    }

    @Test
    void orderIsIndependentOfTheScale() {
        var all = List.of(candidate(1, 0, 4), candidate(1, 1, 2.1), candidate(2, 3, 3.3), candidate(2, 5, 0.2));
        var scaled = all.stream().map(c -> c.withScore(c.score() * 1000)).toList();
        assertEquals(
                new Ranking(all).order(all).stream().map(Candidate::document).toList(),
                new Ranking(scaled)
                        .order(scaled).stream().map(Candidate::document).toList());
    }

    @Test
    void matchesInAsidesRankLast() {
        var joined = Ranking.joined(
                List.of(candidate(1, 0, 8), candidate(1, 1, 0.1)), List.of(candidate(2, 0, 99), candidate(2, 1, 98)));
        assertEquals(1, joined.get(0).score());
        assertTrue(joined.get(2).score() < joined.get(1).score());
        assertEquals(
                List.of(1L, 1L, 2L, 2L), joined.stream().map(Candidate::tree).toList());
    }
}
