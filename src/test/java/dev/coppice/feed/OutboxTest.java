package dev.coppice.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OutboxTest {

    private final Outbox outbox = new Outbox(10);

    private static byte[] frame(String text) {
        return text.getBytes();
    }

    private String take(int most) {
        var taken = outbox.take(most);
        return taken == null ? null : new String(taken);
    }

    @Test
    void framesComeOutInTheirOrderAndWhole() {
        assertTrue(outbox.add(frame("abc")));
        assertTrue(outbox.add(frame("def")));
        assertTrue(outbox.add(frame("g")));
        assertEquals("abc", take(5));
        assertEquals("defg", take(5));
        assertNull(take(5));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertTrue(outbox.add(frame("abcdef")));
        assertFalse(outbox.add(frame("ghijk")));
        assertTrue(outbox.add(frame("ghij")));
        assertFalse(outbox.hasRoom());
        assertEquals("abcdef", take(1));
        assertTrue(outbox.hasRoom());
        assertEquals("ghij", take(100));
        assertTrue(outbox.isEmpty());
    }

    @Test
    void aFrameThatIsTooLargeGoesAlone() {
        assertTrue(outbox.add(frame("abcdefghijklmnop")));
        assertFalse(outbox.add(frame("q")));
        assertEquals("abcdefghijklmnop", take(1));
        assertTrue(outbox.add(frame("q")));
    }

    @Test
    void onlyTheLastPassingStateWaitsAndItComesBehindTheEvents() {
        outbox.pass(frame("[1]"));
        assertFalse(outbox.isEmpty());
        assertTrue(outbox.add(frame("a")));
        outbox.pass(frame("[2]"));
        assertTrue(outbox.add(frame("b")));
        assertEquals("a", take(1));
        assertEquals("b[2]", take(1));
        assertNull(take(1));
    }
}
