package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.message.Entries;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** SQL statements of pages of messages of a session with edits. */
class EntryPagesCostIT extends InsideTest {
    @Inject
    private Entries entries;

    /** The deletions above the messages of a page are counted for all of them together. */
    @Test
    void pageCostDoesNotDependOnItsLengthInSessionWithEdits() {
        var name = session();
        append(name, IntStream.range(0, 90).mapToObj(i -> "m" + i).toArray(String[]::new));
        messages.delete(name, List.of("m1"));
        var cost = StatementCost.counting(em);
        assertEquals(
                cost.statements(() -> entries.list(name, 10, null)),
                cost.statements(() -> entries.list(name, 80, null)));
        var page = entries.list(name, 80, null).items();
        assertEquals(80, page.size());
        assertEquals(0, page.get(0).depth());
        assertEquals(79, page.get(79).depth());
    }
}
