package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** SQL statements of an append. Hibernate does not count the insert of the event and the commit. */
class AppendCostIT extends InsideTest {
    private long statements(Runnable append) {
        return StatementCost.counting(em).statements(append);
    }

    /** Locks the session, inserts the message, updates the session. */
    @Test
    void newMessageNeedsThreeStatements() {
        var name = session();
        append(name, "first");
        assertEquals(3, statements(() -> append(name, UUID.randomUUID().toString())));
    }

    /** Of several messages, each may exist, so all of them are looked up by one more statement. */
    @Test
    void severalNewMessagesAreLookedUp() {
        var name = session();
        append(name, "first");
        assertEquals(
                4,
                statements(() -> append(
                        name, UUID.randomUUID().toString(), UUID.randomUUID().toString())));
    }
}
