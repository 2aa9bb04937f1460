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
    void eventHasIdNameAndData() {
        assertEquals(
                "id: abc\nevent: MessageAppended\ndata: {\"a\":\"ä\"}\n\n",
                text(SseFrame.event("abc", "MessageAppended", bytes("{\"a\":\"ä\"}"))));
    }

    @Test
    void statusHasNoId() {
        assertEquals("event: status\ndata: {}\n\n", text(SseFrame.withoutId("status", bytes("{}"))));
    }

    @Test
    void lineEndInDataDoesNotEndTheFrame() {
        assertEquals(
                "event: status\ndata: a\ndata: b\ndata: \ndata: c\ndata: d\ndata: \n\n",
                text(SseFrame.withoutId("status", bytes("a\nb\n\nc\r\nd\r"))));
    }

    @Test
    void emptyDataIsOneLine() {
        assertEquals("event: status\ndata: \n\n", text(SseFrame.withoutId("status", bytes(""))));
    }

    @Test
    void streamStartsWithRetryInMillisecondsAndItsPosition() {
        assertEquals("retry: 3000\nid: abc\n\n", text(SseFrame.start(Duration.ofSeconds(3), "abc")));
    }

    @Test
    void heartbeatIsAComment() {
        assertEquals(":\n\n", text(SseFrame.heartbeat()));
    }

    @Test
    void positionIsReadFromItsId() {
        for (long position : new long[] {1, 42, Long.MAX_VALUE}) {
            assertEquals(position, LoggedEvent.position(LoggedEvent.id(position)));
        }
    }

    @Test
    void foreignIdIsMalformed() {
        for (var id : List.of("7", "x", "ä", "\u0000", dev.coppice.api.Cursor.of("sessions", 7), "ZXZlbnQ6eA")) {
            var problem = assertThrows(Problem.class, () -> LoggedEvent.position(id), id);
            assertEquals(Problem.Code.MALFORMED, problem.code());
        }
    }

    @Test
    void eventBelongsToTopicsOfSessionNamespaceAndTenant() {
        var event = LoggedEvent.of(1, 2, 3, 4, "SessionCreated", bytes("{}"));
        assertEquals(List.of(Topic.session(4), Topic.namespace(3), Topic.tenant(2)), Topic.of(event));
        assertEquals(true, Topic.tenant(2).contains(event));
        assertEquals(false, Topic.tenant(4).contains(event));
    }
}
