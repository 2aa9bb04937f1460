package dev.coppice.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.coppice.support.CpuTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares paths as ranges with paths walked message by message, on random forests of several trees. */
class PathTest {
    private static final int MESSAGES = 80;

    /** A random forest: branches of several trees, and the parent of each message. */
    private static final class Forest {
        final Map<Long, BranchRef> branches = new HashMap<>();
        final Map<Position, Position> above = new HashMap<>();
        final List<Position> rows = new ArrayList<>();
        final Map<Long, Integer> lengths = new HashMap<>();

        Forest(long seed) {
            var random = new Random(seed);
            for (int i = 0; i < MESSAGES; i++) {
                var parent = rows.isEmpty() || random.nextInt(15) == 0 ? null : rows.get(random.nextInt(rows.size()));
                add(parent, random.nextInt(3) == 0);
            }
        }

        /** Extends the parent's branch if the parent is its last row and {@code otherTree} is false, else begins a branch. */
        private void add(Position parent, boolean otherTree) {
            boolean extend = parent != null && !otherTree && lengths.get(parent.branch()) == parent.depth();
            long branch = extend ? parent.branch() : branches.size() + 1L;
            if (!extend) {
                branches.put(branch, new BranchRef(branch, otherTree ? branch : 0, parent));
            }
            var row = new Position(branch, parent == null ? 0 : parent.depth() + 1);
            lengths.put(branch, row.depth());
            above.put(row, parent);
            rows.add(row);
        }

        List<Position> walk(Position leaf) {
            var path = new ArrayList<Position>();
            for (var at = leaf; at != null; at = above.get(at)) {
                path.add(at);
            }
            Collections.reverse(path);
            return path;
        }

        Path path(Position leaf) {
            return Path.to(leaf, branches::get);
        }
    }

    private static List<Position> rows(Path path) {
        var rows = new ArrayList<Position>();
        for (var range : path.ranges()) {
            for (int depth = range.from(); depth <= range.to(); depth++) {
                rows.add(new Position(range.branch(), depth));
            }
        }
        return rows;
    }

    @Test
    void pathHasTheRowsOfTheWalk() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var forest = new Forest(seed);
            for (var leaf : forest.rows) {
                var walk = forest.walk(leaf);
                var path = forest.path(leaf);
                assertEquals(walk, rows(path));
                assertEquals(walk.size(), path.rowCount());
                assertEquals(leaf, path.last());
                forest.rows.forEach(row -> assertEquals(walk.contains(row), path.contains(row)));
            }
        });
    }

    @Test
    void pathCanBeCutAnywhere() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var forest = new Forest(seed);
            var leaf = forest.rows.get(MESSAGES - 1);
            var walk = forest.walk(leaf);
            var path = forest.path(leaf);
            for (int i = 0; i < walk.size(); i++) {
                assertEquals(walk.subList(i, walk.size()), rows(path.from(walk.get(i))));
                assertEquals(walk.subList(i + 1, walk.size()), rows(path.after(walk.get(i))));
                assertEquals(walk.subList(0, i), rows(path.head(i, Integer.MAX_VALUE)));
            }
        });
    }

    @Test
    void rowsBelowAPositionAreTheRestOfThePath() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var forest = new Forest(seed);
            var leaf = forest.rows.get(MESSAGES - 1);
            var walk = forest.walk(leaf);
            for (var above : forest.rows) {
                var seen = new HashSet<Long>();
                var below = Path.below(above, leaf, id -> {
                    seen.add(id);
                    return forest.branches.get(id);
                });
                int at = walk.indexOf(above);
                assertEquals(at >= 0, below.isPresent());
                if (at >= 0) {
                    assertEquals(walk.subList(at + 1, walk.size()), rows(below.get()));
                    var between = walk.subList(at, walk.size()).stream().map(Position::branch);
                    assertEquals(between.collect(Collectors.toSet()), seen);
                }
            }
        });
    }

    @Test
    void piecesAddUpToThePath() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var forest = new Forest(seed);
            var path = forest.path(forest.rows.get(MESSAGES - 1));
            var rows = new ArrayList<Position>();
            path.pieces(3).forEach(piece -> rows.addAll(rows(piece)));
            assertEquals(rows(path), rows);
            assertFalse(path.pieces(3).stream().anyMatch(piece -> piece.ranges().size() > 3));
        });
    }

    @Test
    void depthIsUnlimited() {
        CpuTime.assertAtMost(Duration.ofSeconds(5), () -> {
            var comb = Path.to(
                    new Position(1_000_000, 999_999),
                    id -> new BranchRef(id, 1, id == 1 ? null : new Position(id - 1, (int) id - 2)));
            assertEquals(1_000_000, comb.rowCount());
            assertEquals(1_000_000, comb.ranges().size());
        });
        assertEquals(
                2_000_000_000,
                Path.to(new Position(1, 1_999_999_999), id -> new BranchRef(1, 1, null))
                        .rowCount());
    }
}
