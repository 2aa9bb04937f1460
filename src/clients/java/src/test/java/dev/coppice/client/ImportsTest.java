package dev.coppice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests imports that the server refuses. Each import begins with a request without sessions. */
class ImportsTest {
    private static final String LINES = "{\"export\":{\"version\":1}}\n";
    private static final String REPORT =
            "{\"complete\":true,\"sessions\":{\"imported\":1},\"inserted\":{\"messages\":1}}";

    private final ScriptedServer server = new ScriptedServer();

    ImportsTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void fileIsSentAgainAfterTheTimeThatTheServerSays(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("export.jsonl"), LINES);
        server.answer(200, REPORT)
                .problem(429, "rate-limited", "Retry-After: 1")
                .answer(200, REPORT)
                .foreign(502)
                .answer(200, REPORT)
                .answer(200, REPORT);
        long started = System.nanoTime();
        assertEquals(1, server.client().imports().file(file).imported());
        assertTrue(System.nanoTime() - started >= 1_000_000_000L);
        assertEquals(6, server.requests().size());
        assertTrue(server.requests().get(5).endsWith(LINES), server.requests()::toString);
    }

    @Test
    void streamIsSentOnce() {
        server.answer(200, REPORT).problem(429, "rate-limited", "Retry-After: 1");
        var in = new ByteArrayInputStream(LINES.getBytes(StandardCharsets.UTF_8));
        var problem = assertThrows(CoppiceProblem.class, () -> server.client().imports().stream(in));
        assertEquals("rate-limited", problem.code());
        assertEquals(Duration.ofSeconds(1), problem.retryAfter().orElseThrow());
        assertEquals(2, server.requests().size());
    }
}
