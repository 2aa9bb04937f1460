package dev.coppice.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.coppice.support.CpuTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the runs that are found from branches with the runs of the same tree walked message by message. */
class TreeSegmentsTest {
    private static final int MESSAGES = 60;

    /** A random tree that may begin with an inherited path, and the parent of each of its rows. */
    private static final class RandomTree {
        final Random random;
        final List<BranchRef> own = new ArrayList<>();
        final Map<Position, Position> above = new HashMap<>();
        final List<Position> rows = new ArrayList<>();
        final Set<Position> deleted = new HashSet<>();
        final Map<Long, Integer> lastDepths = new HashMap<>();
        Path inherited = Path.EMPTY;
        long branches;

        RandomTree(long seed) {
            random = new Random(seed);
            if (random.nextBoolean()) {
                inherit();
            }
            for (int i = 0; i < MESSAGES; i++) {
                append(rows.isEmpty() || random.nextInt(15) == 0 ? null : row());
            }
            for (int i = random.nextInt(3) * random.nextInt(rows.size()); i > 0; i--) {
                deleted.add(row());
            }
        }

        private Position row() {
            int newest = random.nextBoolean() ? Math.min(3, rows.size()) : rows.size();
            return rows.get(rows.size() - 1 - random.nextInt(newest));
        }

        private void inherit() {
            var ranges = new ArrayList<Path.Range>();
            int from = 0;
            for (int i = random.nextInt(4); i >= 0; i--) {
                var range = new Path.Range(++branches, from, from + random.nextInt(4));
                for (int depth = range.from(); depth <= range.to(); depth++) {
                    var row = new Position(range.branch(), depth);
                    above.put(row, rows.isEmpty() ? null : rows.get(rows.size() - 1));
                    rows.add(row);
                }
                ranges.add(range);
                from = range.to() + 1;
            }
            inherited = new Path(ranges);
        }

        private void append(Position parent) {
            boolean isLast = parent != null && lastDepths.getOrDefault(parent.branch(), -1) == parent.depth();
            // After its leaf was deleted, a session begins a branch even at the last row of another one.
            boolean extend = isLast && random.nextInt(8) > 0;
            if (!extend) {
                own.add(new BranchRef(++branches, 0, parent));
            }
            var row = new Position(extend ? parent.branch() : branches, parent == null ? 0 : parent.depth() + 1);
            lastDepths.put(row.branch(), row.depth());
            above.put(row, parent);
            rows.add(row);
        }

        Position liveParent(Position row) {
            var at = above.get(row);
            while (deleted.contains(at)) {
                at = above.get(at);
            }
            return at;
        }

        /** The runs as the lists of their messages, by their first message. */
        Map<Position, List<Position>> runs() {
            var children = new HashMap<Position, List<Position>>();
            var live = rows.stream().filter(row -> !deleted.contains(row)).toList();
            live.forEach(row -> children.computeIfAbsent(liveParent(row), parent -> new ArrayList<>())
                    .add(row));
            var runs = new HashMap<Position, List<Position>>();
            for (var row : live) {
                var parent = liveParent(row);
                if (parent == null || children.get(parent).size() != 1) {
                    var run = new ArrayList<>(List.of(row));
                    for (var next = children.get(row);
                            next != null && next.size() == 1;
                            next = children.get(run.get(run.size() - 1))) {
                        run.add(next.get(0));
                    }
                    runs.put(row, run);
                }
            }
            return runs;
        }

        List<Position> liveRows(TreeSegments.Segment segment) {
            return rows.stream()
                    .filter(row -> segment.contains(row) && !deleted.contains(row))
                    .sorted((a, b) -> Integer.compare(a.depth(), b.depth()))
                    .toList();
        }

        TreeSegments segments() {
            var segments = new TreeSegments[1];
            segments[0] = new TreeSegments(
                    inherited, own, number -> !liveRows(segments[0].get(number)).isEmpty());
            return segments[0];
        }
    }

    @Test
    void runsAreThoseOfTheTreeWalkedByMessage() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var tree = new RandomTree(seed);
            var segments = tree.segments();
            var found = new HashMap<Position, List<Position>>();
            for (int number = 0; number < segments.size(); number++) {
                if (segments.beginsRun(number)) {
                    var run = segments.run(number).stream()
                            .flatMap(part -> tree.liveRows(segments.get(part)).stream())
                            .toList();
                    found.put(run.get(0), run);
                }
            }
            assertEquals(tree.runs(), found);
        });
    }

    @Test
    void runFollowsRunAboveAndPagesContinue() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            var tree = new RandomTree(seed);
            var segments = tree.segments();
            for (int number = 0; number < segments.size(); number++) {
                assertTrue(segments.get(number).continued() < number);
                var segment = segments.get(number);
                assertEquals(number + 1, tree.segments().firstAfter(new Position(segment.branch(), segment.from())));
            }
        });
    }

    /** One branch per message, half of them deleted; and as many siblings. */
    @Test
    void manyBranchesTakeLinearTime() {
        int many = 100_000;
        CpuTime.assertAtMost(Duration.ofSeconds(20), () -> {
            var chain = IntStream.range(0, many)
                    .mapToObj(i -> new BranchRef(i + 1, 0, i == 0 ? null : new Position(i, i - 1)))
                    .toList();
            var segments = new TreeSegments(Path.EMPTY, chain, number -> number < 2 || number > many);
            var runs = IntStream.range(0, segments.size())
                    .filter(segments::beginsRun)
                    .toArray();
            assertEquals(0, runs[0]);
            var siblings = new ArrayList<BranchRef>();
            siblings.add(new BranchRef(1, 0, null));
            IntStream.range(0, many).forEach(i -> siblings.add(new BranchRef(i + 2, 0, new Position(1, 5))));
            var wide = new TreeSegments(Path.EMPTY, siblings, number -> true);
            assertEquals(many + 1, wide.liveChildren(0).size());
            assertEquals(
                    many + 2,
                    IntStream.range(0, wide.size()).filter(wide::beginsRun).count());
        });
    }
}
