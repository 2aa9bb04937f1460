package dev.coppice.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.compaction.Cut.Middle;
import dev.coppice.compaction.Cut.Nothing;
import dev.coppice.compaction.VisibleHistory.SizedMessage;
import dev.coppice.format.ToolUse;
import dev.coppice.support.CpuTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VisibleHistoryTest {
    /** Messages of 100 bytes each: {@code c1} is a call, {@code r1} its result, {@code S} a summary. */
    private static Cut shorten(String text, int first, int last, long maxBytes) {
        return new VisibleHistory(
                        "leaf",
                        Stream.of(text.split(" "))
                                .map(VisibleHistoryTest::message)
                                .toList())
                .shorten(new Middle(first, last), maxBytes);
    }

    private static SizedMessage message(String text) {
        var ids = List.of(text.substring(1));
        var tools = text.startsWith("c")
                ? new ToolUse(List.of(), ids)
                : text.startsWith("r") ? new ToolUse(ids, List.of()) : ToolUse.NONE;
        return new SizedMessage(text, 100, new CutPoint.Item(10, text.equals("S"), tools));
    }

    @Test
    void middleThatIsTooLargeIsShortened() {
        assertEquals(new Middle(1, 4), shorten("m m m m m m", 1, 4, 400));
        assertEquals(new Middle(1, 3), shorten("m m m m m m", 1, 4, 399));
        assertEquals(new Middle(1, 1), shorten("m m m m m m", 1, 4, 10));
        assertEquals(new Middle(1, 2), shorten("m S m m m m", 1, 4, 299));
        assertEquals(new Middle(2, 2), shorten("m S m m m m", 1, 4, 10));
        assertEquals(new Middle(3, 4), shorten("m S S S m m m m", 1, 5, 200));
        assertEquals(new Middle(1, 3), shorten("m m m m c1 r1 m", 1, 5, 499));
        assertEquals(new Middle(1, 5), shorten("m m m m c1 r1 m", 1, 5, 500));
    }

    @Test
    void bytesOfMiddleIncludeBothEnds() {
        var history = new VisibleHistory("leaf", Collections.nCopies(6, message("m")));
        assertEquals(100, history.bytes(new Middle(2, 2)));
        assertEquals(400, history.bytes(new Middle(1, 4)));
    }

    @Test
    void shorteningSeparatesNoCallFromItsResult() {
        assertEquals(Nothing.TOO_LARGE, shorten("m c1 m r1 m m", 1, 4, 200));
        assertEquals(Nothing.TOO_LARGE, shorten("m S c1 m r1 m m", 1, 5, 300));
        assertEquals(new Middle(1, 3), shorten("m c1 m r1 m m", 1, 4, 300));
        assertEquals(new Middle(1, 1), shorten("m m c1,2 m r1,2 m m", 1, 5, 300));
    }

    @Test
    void timeIsLinearWhenOneCallSpansTheHistory() {
        var all = new ArrayList<SizedMessage>();
        all.add(message("c1"));
        all.addAll(Collections.nCopies(100_000, message("m")));
        all.add(message("r1"));
        var history = new VisibleHistory("leaf", all);
        CpuTime.assertAtMost(
                Duration.ofSeconds(5),
                () -> assertEquals(Nothing.TOO_LARGE, history.shorten(new Middle(0, 100_001), 9_000_000)));
    }
}
