package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.format.MessageFormat;
import dev.coppice.format.TruncationWindow;
import dev.coppice.session.SessionName;
import dev.coppice.turn.TurnQuery;
import dev.coppice.turn.Turns;
import jakarta.inject.Inject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** SQL statements of {@code GET turn}. */
class TurnCostIT extends InsideTest {
    /** Everything in a turn is read by key; Hibernate does not count the statement for the texts of messages. */
    private static final int AT_MOST = 20;

    @Inject
    private Turns turns;

    private SessionName session(int messages) {
        var name = session();
        for (int from = 0; from < messages; from += 1000) {
            append(
                    name,
                    IntStream.range(from, Math.min(messages, from + 1000))
                            .mapToObj(i -> "m" + i)
                            .toArray(String[]::new));
        }
        return name;
    }

    private long statements(SessionName name, TurnQuery query) {
        return StatementCost.counting(em).statements(() -> turns.turn(name, query));
    }

    @Test
    void windowCostDoesNotDependOnLength() {
        var few = session(100);
        var many = session(10_000);
        var last = new TurnQuery(MessageFormat.OPENAI, null, 50, null, null, true, null);
        var newest = new TurnQuery(MessageFormat.ANTHROPIC, null, null, 5, null, true, new TruncationWindow(4, 10));
        assertEquals(statements(few, last), statements(many, last));
        assertEquals(statements(few, newest), statements(many, newest));
        assertTrue(statements(many, last) <= AT_MOST, () -> statements(many, last) + " statements");
    }

    @Test
    void turnUnderTheLockIsTheSame() {
        var name = session(20);
        var query = TurnQuery.all(MessageFormat.OPENAI);
        assertEquals(
                turns.turn(name, query).messages().size(),
                turns.locked(name, query).messages().size());
        assertEquals(
                turns.turn(name, query).version(), turns.locked(name, query).version());
    }
}
