package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.message.PathPage;
import dev.coppice.message.PathPages;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** SQL statements of pages of a path. */
class PathPagesCostIT extends InsideTest {
    private static final int PAGE = 20;
    private static final int BATCH = 1000;
    private static final long BYTES = 1 << 20;

    @Inject
    private PathPages pages;

    private SessionName line(int length) {
        var name = session();
        for (int from = 0; from < length; from += BATCH) {
            append(
                    name,
                    IntStream.range(from, Math.min(length, from + BATCH))
                            .mapToObj(i -> "m" + i)
                            .toArray(String[]::new));
        }
        return name;
    }

    private PathPage page(SessionName name, String from, boolean forward) {
        var page = pages.page(name, new PathPages.PageQuery(from, forward, PAGE, BYTES), bytes -> {});
        assertEquals(PAGE, page.messages().size());
        return page;
    }

    @Test
    void pageCostDoesNotDependOnLengthOrPosition() {
        var cost = StatementCost.counting(em);
        var few = line(100);
        var many = line(5000);
        for (boolean forward : new boolean[] {true, false}) {
            long first = cost.statements(() -> page(few, null, forward));
            assertEquals(first, cost.statements(() -> page(many, null, forward)), "first page, " + forward);
            long next = cost.statements(() -> page(few, "m50", forward));
            for (var from : new String[] {"m50", "m2500", "m4950"}) {
                assertEquals(next, cost.statements(() -> page(many, from, forward)), from + ", " + forward);
            }
        }
    }
}
