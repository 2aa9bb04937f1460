package dev.coppice.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SendBufferTest {

    private final SendBuffer sendBuffer = new SendBuffer(10);

    private static byte[] frame(String text) {
        return text.getBytes();
    }

    private String take(int maxSize) {
        var taken = sendBuffer.take(maxSize);
        return taken == null ? null : new String(taken);
    }

    @Test
    void framesAreTakenWholeAndInOrder() {
        assertTrue(sendBuffer.add(frame("abc")));
        assertTrue(sendBuffer.add(frame("def")));
        assertTrue(sendBuffer.add(frame("g")));
        assertEquals("abc", take(5));
        assertEquals("defg", take(5));
        assertNull(take(5));
    }

    @Test
    void frameThatDoesNotFitIsRefused() {
        assertTrue(sendBuffer.add(frame("abcdef")));
        assertFalse(sendBuffer.add(frame("ghijk")));
        assertTrue(sendBuffer.add(frame("ghij")));
        assertFalse(sendBuffer.isHalfFree());
        assertEquals("abcdef", take(1));
        assertTrue(sendBuffer.isHalfFree());
        assertEquals("ghij", take(100));
        assertTrue(sendBuffer.isEmpty());
    }

    @Test
    void oversizedFrameIsAcceptedByAnEmptyBuffer() {
        assertTrue(sendBuffer.add(frame("abcdefghijklmnop")));
        assertFalse(sendBuffer.add(frame("q")));
        assertEquals("abcdefghijklmnop", take(1));
        assertTrue(sendBuffer.add(frame("q")));
    }

    @Test
    void onlyLatestStatusIsSentAndAfterTheEvents() {
        sendBuffer.setStatus(frame("[1]"));
        assertFalse(sendBuffer.isEmpty());
        assertTrue(sendBuffer.add(frame("a")));
        sendBuffer.setStatus(frame("[2]"));
        assertTrue(sendBuffer.add(frame("b")));
        assertEquals("a", take(1));
        assertEquals("b[2]", take(1));
        assertNull(take(1));
    }
}
