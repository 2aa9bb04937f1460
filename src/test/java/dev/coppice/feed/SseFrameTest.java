package dev.coppice.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseFrameTest {

    private static String text(byte[] frame) {
        return new String(frame, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void anEventHasItsIdItsNameAndItsData() {
        assertEquals(
                "id: abc\nevent: MessageAppended\ndata: {\"a\":\"ä\"}\n\n",
                text(SseFrame.event("abc", "MessageAppended", bytes("{\"a\":\"ä\"}"))));
    }

    @Test
    void aPassingEventHasNoId() {
        assertEquals("event: status\ndata: {}\n\n", text(SseFrame.passing("status", bytes("{}"))));
    }

    @Test
    void noLineEndOfTheDataEndsTheFrame() {
        assertEquals(
                "event: status\ndata: a\ndata: b\ndata: \ndata: c\ndata: d\ndata: \n\n",
                text(SseFrame.passing("status", bytes("a\nb\n\nc\r\nd\r"))));
    }

    @Test
    void emptyDataIsALineToo() {
        assertEquals("event: status\ndata: \n\n", text(SseFrame.passing("status", bytes(""))));
    }

    @Test
    void theWaitIsInMilliseconds() {
        assertEquals("retry: 3000\n\n", text(SseFrame.retry(Duration.ofSeconds(3))));
    }

    @Test
    void aHeartbeatIsAComment() {
        assertEquals(":\n\n", text(SseFrame.heartbeat()));
    }

    @Test
    void aPositionComesBackFromItsId() {
        for (long position : new long[] {1, 42, Long.MAX_VALUE}) {
            assertEquals(position, LoggedEvent.position(LoggedEvent.id(position)));
        }
    }

    @Test
    void whatIsNoIdOfOursIsMalformed() {
        for (var id : List.of("7", "x", "ä", "\u0000", dev.coppice.api.Cursor.of("sessions", 7), "ZXZlbnQ6eA")) {
            var problem = assertThrows(Problem.class, () -> LoggedEvent.position(id), id);
            assertEquals(Problem.Code.MALFORMED, problem.code());
        }
    }

    @Test
    void anEventIsOfInterestToItsSessionItsNamespaceAndItsTenant() {
        var event = LoggedEvent.of(1, 2, 3, 4, "SessionCreated", bytes("{}"));
        assertEquals(List.of(Topic.session(4), Topic.namespace(3), Topic.tenant(2)), Topic.in(event));
        assertEquals(true, Topic.tenant(2).covers(event));
        assertEquals(false, Topic.tenant(4).covers(event));
    }
}
