package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.message.Append;
import dev.coppice.message.Entries;
import dev.coppice.message.HistoryQuery;
import dev.coppice.session.SessionName;
import dev.coppice.web.Precondition;
import jakarta.inject.Inject;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What forks cost, in statements. */
class ForkCostIT extends Inside {
    @Inject
    private Entries entries;

    private Cost cost;

    @BeforeEach
    void count() {
        cost = Cost.counting(em);
    }

    private SessionName line(int length) {
        var name = session();
        for (int from = 0; from < length; from += 500) {
            append(
                    name,
                    IntStream.range(from, Math.min(length, from + 500))
                            .mapToObj(i -> "m" + i)
                            .toArray(String[]::new));
        }
        return name;
    }

    @Test
    void aForkCostsTheSameAtAnyLength() {
        var few = line(10);
        var many = line(10_000);
        assertEquals(cost.statements(() -> fork(few, null)), cost.statements(() -> fork(many, null)));
        assertEquals(cost.statements(() -> fork(few, "m5")), cost.statements(() -> fork(many, "m5000")));
    }

    /** Edits are copied within the database: not one by one. */
    @Test
    void itCostsTheSameWithAnyNumberOfEdits() {
        var name = line(1000);
        messages.put(name, message("m1", "other"), Append.Parent.LEAF, Precondition.NONE);
        long one = cost.statements(() -> fork(name, "m900"));
        IntStream.range(2, 300)
                .forEach(i -> messages.put(name, message("m" + i, "other"), Append.Parent.LEAF, Precondition.NONE));
        assertEquals(one, cost.statements(() -> fork(name, "m900")));
    }

    @Test
    void appendingToAForkAndReadingItsEndCostTheSameAtAnyLength() {
        var few = fork(line(10), null);
        var many = fork(line(10_000), null);
        append(few, "x");
        append(many, "x");
        assertEquals(
                cost.statements(() -> append(few, UUID.randomUUID().toString())),
                cost.statements(() -> append(many, UUID.randomUUID().toString())));
        var end = new HistoryQuery(null, 5, null, null, null, false);
        assertEquals(
                cost.statements(() -> histories.history(few, end)),
                cost.statements(() -> histories.history(many, end)));
    }

    /** Where a page of inherited entries begins is found by halving, not by reading what lies before. */
    @Test
    void pagesOfEntriesAreFoundByHalving() {
        var few = fork(line(10), null);
        var many = fork(line(10_000), null);
        var early = entries.list(few, 5, null).nextCursor();
        var late = entries.list(many, 5, entries.list(many, 200, null).nextCursor())
                .nextCursor();
        long there = cost.statements(() -> entries.list(few, 3, early));
        long far = cost.statements(() -> entries.list(many, 3, late));
        assertTrue(far - there <= 14, there + " and " + far);
    }
}
