package dev.coppice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests histories whose connection to the server is lost. */
class HistoryTest {
    private static final String JSON = "application/json";
    private static final String HEAD =
            "{\"sessionId\":\"s\",\"leafId\":\"m4\",\"pathLength\":4,\"tokens\":20,\"truncated\":false,\"messages\":[";

    private final ScriptedServer server = new ScriptedServer();

    HistoryTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private static String message(int n) {
        return "{\"id\":\"m" + n + "\",\"role\":\"user\",\"content\":\"text " + n + "\"}";
    }

    private static List<String> texts(History history) {
        return history.stream().map(Message::text).toList();
    }

    private Session session() {
        return server.client()
                .times(Duration.ofSeconds(5), Duration.ofSeconds(20))
                .session("s");
    }

    @Test
    void historyContinuesAfterTheLastMessage() {
        server.broken(JSON, "{\"sessionId\":\"s\"")
                .broken(JSON, HEAD + message(1) + "," + message(2) + ",{\"id\":\"m3\"")
                .problem(503, "unavailable", "Retry-After: 0")
                .broken(JSON, HEAD + message(2) + "," + message(3))
                .answer(200, HEAD + message(3) + "," + message(4) + "]}");
        var history = session().history();
        assertEquals("m4", history.leafId());
        assertEquals(4, history.pathLength());
        assertEquals(List.of("text 1", "text 2", "text 3", "text 4"), texts(history));
        assertTrue(server.requests().get(3).startsWith("GET /v1/sessions/s/history?leafId=m4&from=m2 "));
        assertTrue(server.requests().get(4).startsWith("GET /v1/sessions/s/history?leafId=m4&from=m3 "));
    }

    @Test
    void summaryThatReplacesTheLastMessageIsReturned() {
        server.broken(JSON, HEAD + message(1)).answer(200, HEAD + message(9) + "]}");
        assertEquals(List.of("text 1", "text 9"), texts(session().history()));
    }

    @Test
    void windowIsNotContinued() {
        server.broken(JSON, HEAD + message(1));
        var window = session().history(HistoryQuery.last(2));
        assertEquals(
                CoppiceProblem.UNREACHABLE,
                assertThrows(CoppiceProblem.class, window::toList).code());
    }

    @Test
    void emptyHistoryHasNoLeaf() {
        server.answer(200, HEAD.replace("\"m4\"", "null") + "]}");
        var history = session().history();
        assertNull(history.leafId());
        assertEquals(List.of(), history.toList());
    }
}
