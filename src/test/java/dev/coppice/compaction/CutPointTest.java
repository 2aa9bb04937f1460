package dev.coppice.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.coppice.agent.CompactionSpec;
import dev.coppice.compaction.Cut.Middle;
import dev.coppice.compaction.Cut.Nothing;
import dev.coppice.compaction.CutPoint.Item;
import dev.coppice.format.ToolConversations;
import dev.coppice.format.ToolPairs;
import dev.coppice.format.ToolUse;
import dev.coppice.support.CpuTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CutPointTest {
    private static final CutPoint CUT = new CutPoint(3, 20, 2);

    /** Messages of 10 tokens each: {@code c} has calls, {@code r} has results, {@code S} is a summary. */
    private static List<Item> history(String text) {
        return Stream.of(text.split(" ")).map(CutPointTest::item).toList();
    }

    /** For example {@code r1,2c3}: results of calls 1 and 2, then call 3. */
    private static Item item(String text) {
        if (text.equals("S")) {
            return new Item(10, true, ToolUse.NONE);
        }
        var calls = text.contains("c")
                ? List.of(text.substring(text.indexOf('c') + 1).split(","))
                : List.<String>of();
        var results =
                text.startsWith("r") ? List.of(text.substring(1).split("c")[0].split(",")) : List.<String>of();
        return new Item(10, false, new ToolUse(results, calls));
    }

    private static Cut cut(String text) {
        return CUT.cut(history(text));
    }

    @Test
    void middleLiesBetweenHeadAndTail() {
        assertEquals(new Middle(3, 4), cut("m m m m m m m"));
        assertEquals(Nothing.TOO_FEW_MESSAGES, cut("m m m m m"));
        assertEquals(Nothing.TOO_FEW_MESSAGES, cut("m"));
        assertEquals(Nothing.EMPTY_MIDDLE, new CutPoint(3, 1000, 2).cut(history("m m m m m m m")));
        assertEquals(new Middle(3, 3), new CutPoint(3, 39, 2).cut(history("m m m m m m m")));
        assertEquals(new Middle(3, 4), new CutPoint(3, 0, 2).cut(history("m m m m m m m")));
        assertEquals(new Middle(0, 6), new CutPoint(0, 0, 0).cut(history("m m m m m m m")));
        assertEquals("too-few-messages", Nothing.TOO_FEW_MESSAGES.reason());
    }

    @Test
    void callsStayWithTheirResults() {
        assertEquals(new Middle(5, 6), cut("m m c1,2 r1 r2 m m m m"));
        assertEquals(new Middle(6, 7), cut("m m c1 r1c2 r2c3 r3 m m m m"));
        assertEquals(new Middle(3, 4), cut("m m m m m c1,2 r1 r2"));
        assertEquals(new Middle(3, 3), cut("m m m m c1 r1c2 r2c3 r3"));
        assertEquals(new Middle(3, 3), cut("m m m m c1 c2 r1 m r2"));
        assertEquals(Nothing.EMPTY_MIDDLE, cut("m m c1 m m m m m r1"));
        // A call with the same id again is another call.
        assertEquals(new Middle(4, 7), cut("m m c1 r1 m c1 r1 m m m"));
        // A call without a result does not extend the tail, unless its results are still to be appended.
        assertEquals(new Middle(3, 6), cut("m m c1 m m m m m m"));
        assertEquals(new Middle(3, 4), cut("m m m m m c1,2,3 r1 r2"));
    }

    @Test
    void openParallelCallsInSeveralMessagesStayInTheTail() {
        assertEquals(new Middle(3, 4), cut("m m m m m c1 c2 c3"));
        assertEquals(new Middle(3, 4), cut("m m m m m c1 c2 c3 r2"));
        assertEquals(new Middle(3, 5), cut("m m m c1 m m c2 c3 c4"));
        // The number of open calls that extend the tail is bounded.
        assertEquals(
                new Middle(3, 171),
                CUT.cut(Collections.nCopies(300, history("c1").get(0))));
    }

    @Test
    void previousSummaryIsPartOfTheMiddle() {
        assertEquals(new Middle(3, 5), cut("m m m S m m m m"));
        assertEquals(new Middle(2, 4), cut("m m S m m m m"));
        assertEquals(new Middle(3, 6), cut("S m m m m m m m m"));
        assertEquals(Nothing.NOTHING_NEW, cut("m m m S m m"));
        assertEquals(Nothing.NOTHING_NEW, cut("m m m S S m m"));
        assertEquals(Nothing.EMPTY_MIDDLE, new CutPoint(3, 30, 2).cut(history("m m m S m m")));
        assertEquals(new Middle(3, 5), cut("m m m m S m m m"));
    }

    @Test
    void rangeThatSeparatesCallFromResultIsFound() {
        var history = history("m c1 r1 m c2 m r2");
        assertTrue(CutPoint.firstSplitPair(history, 1, 2).isEmpty());
        assertTrue(CutPoint.firstSplitPair(history, 3, 3).isEmpty());
        assertTrue(CutPoint.firstSplitPair(history, 0, 6).isEmpty());
        assertEquals("1", CutPoint.firstSplitPair(history, 2, 3).orElseThrow().callId());
        assertEquals("1", CutPoint.firstSplitPair(history, 0, 1).orElseThrow().callId());
        assertEquals("2", CutPoint.firstSplitPair(history, 5, 5).orElseThrow().callId());
        assertEquals("2", CutPoint.firstSplitPair(history, 3, 5).orElseThrow().callId());
    }

    private record Sample(CutPoint point, List<Item> history) {
        /** A random history: with valid or broken tool calls, and sometimes with summaries. */
        static Sample of(long seed) {
            var random = new Random(seed);
            var point = new CutPoint(random.nextInt(5), random.nextInt(150), random.nextInt(4));
            var messages = random.nextBoolean() ? ToolConversations.whole(seed) : ToolConversations.broken(seed);
            var history = new ArrayList<Item>();
            for (var message : messages) {
                history.add(new Item(random.nextInt(30), false, ToolUse.of(message)));
                if (random.nextInt(20) == 0) {
                    history.add(new Item(random.nextInt(30), true, ToolUse.NONE));
                }
            }
            return new Sample(point, history);
        }
    }

    @Test
    void cutSeparatesNoPairAndKeepsHeadAndTail() {
        qt().withExamples(2_000).forAll(longs().all()).checkAssert(seed -> {
            var sample = Sample.of(seed);
            var cut = sample.point().cut(sample.history());
            assertEquals(cut, sample.point().cut(Sample.of(seed).history()));
            if (cut instanceof Middle middle) {
                check(sample, middle);
            }
        });
    }

    private static void check(Sample sample, Middle middle) {
        var history = sample.history();
        int size = history.size();
        assertTrue(middle.first() <= middle.last());
        assertTrue(history.subList(middle.first(), middle.last() + 1).stream().anyMatch(item -> !item.synthetic()));
        int head = middle.first();
        while (head < sample.point().protectHead() && history.get(head).synthetic()) {
            head++;
        }
        assertTrue(head >= sample.point().protectHead());
        assertTrue(size - 1 - middle.last() >= sample.point().minTailMessages());
        long rest = 0;
        for (int i = size - 1; i >= middle.last(); i--) {
            rest += history.get(i).tokens();
        }
        assertTrue(rest > sample.point().tailTokenBudget());
        assertTrue(
                CutPoint.firstSplitPair(history, middle.first(), middle.last()).isEmpty());
        for (var pair : ToolPairs.of(history.stream().map(Item::tools).toList()).pairs()) {
            assertEquals(side(middle, pair.call()), side(middle, pair.result()));
        }
    }

    private static int side(Middle middle, int message) {
        return message < middle.first() ? -1 : message > middle.last() ? 1 : 0;
    }

    /** Returns null or a random number. */
    private static Integer option(Random random) {
        return random.nextBoolean() ? null : (Integer) random.nextInt(100);
    }

    @Test
    void eachOptionReplacesItsSetting() {
        qt().withExamples(500).forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var spec = new CompactionSpec(
                    "s", null, null, random.nextInt(100), random.nextInt(100), random.nextInt(100), false);
            var options = new CompactOptions("leaf", option(random), option(random), option(random));
            assertEquals(
                    new CutPoint(
                            options.protectHead() == null ? spec.protectHead() : options.protectHead(),
                            options.tailTokenBudget() == null ? spec.tailTokenBudget() : options.tailTokenBudget(),
                            options.minTailMessages() == null ? spec.minTailMessages() : options.minTailMessages()),
                    CutPoint.of(spec, options));
        });
    }

    @Test
    void historyThatWasCutHasNoMiddle() {
        qt().withExamples(2_000).forAll(longs().all()).checkAssert(seed -> {
            var sample = Sample.of(seed);
            if (sample.point().cut(sample.history()) instanceof Middle middle) {
                var after = new ArrayList<>(sample.history().subList(0, middle.first()));
                after.add(new Item(new Random(seed).nextInt(30), true, ToolUse.NONE));
                after.addAll(sample.history()
                        .subList(middle.last() + 1, sample.history().size()));
                assertInstanceOf(Nothing.class, sample.point().cut(after));
            }
        });
    }

    @Test
    void timeIsLinear() {
        CpuTime.assertAtMost(Duration.ofSeconds(10), () -> {
            var call = new Item(10, false, new ToolUse(List.of(), List.of("a", "b")));
            var result = new Item(10, false, new ToolUse(List.of("a", "b"), List.of()));
            var history = new ArrayList<>(Collections.nCopies(100_000, call));
            history.addAll(Collections.nCopies(100_000, result));
            assertEquals(Nothing.EMPTY_MIDDLE, CUT.cut(history));
            history.addAll(Collections.nCopies(3, result));
            assertEquals(new Middle(200_000, 200_000), CUT.cut(history));
        });
    }
}
