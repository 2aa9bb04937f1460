package dev.coppice.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Summaries laid over a path, against a walk message by message. */
class ViewTest {
    /** Branch 1 to depth 9, then branch 2 to depth 19. */
    private static final Path PATH = new Path(List.of(new Path.Range(1, 0, 9), new Path.Range(2, 10, 19)));

    private static Position at(int depth) {
        return new Position(depth < 10 ? 1 : 2, depth);
    }

    private static Span span(long number, Position from, Position to) {
        return new Span(number, "o" + number, "f", "t", from, to, 1, 1, 1, to.depth() * 100L);
    }

    private static Gen<Span> spans() {
        return integers()
                .between(0, 24)
                .zip(integers().between(0, 24), integers().between(0, 9), (a, b, other) -> {
                    var from = a > 19 || other == 0 ? new Position(7, a) : at(a);
                    var to = b > 19 ? new Position(7, b) : at(b);
                    return span(0, from, to);
                });
    }

    private static List<Span> numbered(List<Span> spans) {
        var numbered = new ArrayList<Span>();
        for (var span : spans) {
            numbered.add(span(numbered.size() + 1L, span.from(), span.to()));
        }
        return numbered.stream()
                .filter(span -> span.from().depth() <= span.to().depth())
                .toList();
    }

    /** The rule of the specification, step by step: at each message the newest overlay that begins there and ends below. */
    private static List<String> walked(List<Span> spans) {
        var seen = new ArrayList<String>();
        for (int depth = 0; depth < 20; ) {
            Span here = null;
            for (var span : spans) {
                boolean applies = span.from().equals(at(depth)) && PATH.contains(span.to());
                here = applies && (here == null || span.number() > here.number()) ? span : here;
            }
            seen.add(here == null ? "m" + depth : here.id());
            depth = here == null ? depth + 1 : here.to().depth() + 1;
        }
        return seen;
    }

    private static List<String> seen(View view) {
        var seen = new ArrayList<String>();
        for (var piece : view.pieces()) {
            if (piece instanceof View.Summary summary) {
                seen.add(summary.span().id());
            } else {
                ((View.Stretch) piece).path().ranges().forEach(range -> {
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
    void aViewIsWhatAWalkSees() {
        qt().withExamples(20_000)
                .forAll(lists().of(spans()).ofSizeBetween(0, 8))
                .checkAssert(drawn -> {
                    var spans = numbered(drawn);
                    assertEquals(walked(spans), seen(View.of(PATH, spans, 0)));
                });
    }

    @Test
    void aStretchKnowsTheBytesAboveIt() {
        var view = View.of(PATH, List.of(span(1, at(3), at(12))), 0);
        assertEquals(0, ((View.Stretch) view.pieces().get(0)).bytesAbove());
        assertEquals(1200, ((View.Stretch) view.pieces().get(2)).bytesAbove());
    }

    @Test
    void nothingLiesOverAnEmptyPath() {
        assertEquals(
                List.of(),
                View.of(Path.EMPTY, List.of(span(1, at(1), at(2))), 0).pieces());
        assertEquals(List.of(), View.raw(Path.EMPTY, 0).pieces());
    }
}
