package dev.coppice.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Compares overlays applied to a path with a walk message by message. */
class EffectivePathTest {
    /** Branch 1 to depth 9, then branch 2 to depth 19. */
    private static final Path PATH = new Path(List.of(new Path.Range(1, 0, 9), new Path.Range(2, 10, 19)));

    private static Position at(int depth) {
        return new Position(depth < 10 ? 1 : 2, depth);
    }

    private static OverlaySpan span(long number, Position from, Position to) {
        return new OverlaySpan(number, "o" + number, "f", "t", from, to, 1, 1, 1, to.depth() * 100L);
    }

    private static Gen<OverlaySpan> spans() {
        return integers()
                .between(0, 24)
                .zip(integers().between(0, 24), integers().between(0, 9), (a, b, other) -> {
                    var from = a > 19 || other == 0 ? new Position(7, a) : at(a);
                    var to = b > 19 ? new Position(7, b) : at(b);
                    return span(0, from, to);
                });
    }

    private static List<OverlaySpan> withNumbers(List<OverlaySpan> spans) {
        var numbered = new ArrayList<OverlaySpan>();
        for (var span : spans) {
            numbered.add(span(numbered.size() + 1L, span.from(), span.to()));
        }
        return numbered.stream()
                .filter(span -> span.from().depth() <= span.to().depth())
                .toList();
    }

    /** The rule of the specification, step by step: at each message the newest overlay that begins there and ends below. */
    private static List<String> walk(List<OverlaySpan> spans) {
        var seen = new ArrayList<String>();
        for (int depth = 0; depth < 20; ) {
            OverlaySpan newest = null;
            for (var span : spans) {
                boolean applies = span.from().equals(at(depth)) && PATH.contains(span.to());
                newest = applies && (newest == null || span.number() > newest.number()) ? span : newest;
            }
            seen.add(newest == null ? "m" + depth : newest.id());
            depth = newest == null ? depth + 1 : newest.to().depth() + 1;
        }
        return seen;
    }

    private static List<String> seen(EffectivePath path) {
        var seen = new ArrayList<String>();
        for (var piece : path.pieces()) {
            if (piece instanceof EffectivePath.Summary summary) {
                seen.add(summary.span().id());
            } else {
                ((EffectivePath.Rows) piece).path().ranges().forEach(range -> {
                    for (int depth = range.from(); depth <= range.to(); depth++) {
                        assertEquals(at(depth).branch(), range.branch());
                        seen.add("m" + depth);
                    }
                });
            }
        }
        return seen;
    }

    @Test
    void effectivePathEqualsWalk() {
        qt().withExamples(20_000)
                .forAll(lists().of(spans()).ofSizeBetween(0, 8))
                .checkAssert(drawn -> {
                    var spans = withNumbers(drawn);
                    assertEquals(walk(spans), seen(EffectivePath.of(PATH, spans, 0)));
                });
    }

    @Test
    void rowsHaveBytesAboveThem() {
        var path = EffectivePath.of(PATH, List.of(span(1, at(3), at(12))), 0);
        assertEquals(0, ((EffectivePath.Rows) path.pieces().get(0)).bytesAbove());
        assertEquals(1200, ((EffectivePath.Rows) path.pieces().get(2)).bytesAbove());
    }

    @Test
    void emptyPathHasNoPieces() {
        assertEquals(
                List.of(),
                EffectivePath.of(Path.EMPTY, List.of(span(1, at(1), at(2))), 0).pieces());
        assertEquals(List.of(), EffectivePath.withoutOverlays(Path.EMPTY, 0).pieces());
    }
}
