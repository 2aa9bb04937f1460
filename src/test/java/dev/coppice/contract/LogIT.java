package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The log of a server: JSON lines, request ids, the access log, and its bound. */
@DatabaseNeutral
@WildFlyOnly("tests its log")
@RunsAlone(value = "has a server of its own, which stops", ownServer = true)
class LogIT {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    /** Small enough to be rotated a few times by the requests of a test. */
    private static final int FILE_SIZE = 16 << 10;

    private static CoppiceServer server;
    private static String fileAfterStart;

    @BeforeAll
    static void startServer() {
        server = CoppiceServer.named("log")
                .environment("COPPICE_LOG_FORMAT", "json")
                .environment("COPPICE_LOG_ACCESS", "true")
                .environment("COPPICE_LOG_FILE_SIZE", "16k")
                .environment("COPPICE_LOG_FILES", "2")
                .start();
        fileAfterStart = files().map(LogIT::read).collect(Collectors.joining());
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static List<JsonNode> lines(String logger) {
        var log = server.log();
        // The last line may not be complete yet.
        return log.substring(0, log.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(Json::parse)
                .filter(line -> Json.text(line.path("logger")).equals(logger))
                .toList();
    }

    @Test
    void everyLineIsJson() {
        var others = server.log()
                .lines()
                .filter(line -> !line.startsWith("{") && !line.isBlank())
                .toList();
        assertEquals(List.of(), others);
    }

    @Test
    void startWritesNoLinesOfLowLevelsToTheFile() {
        assertTrue(fileAfterStart.contains("\"INFO\""), "The file has lines");
        var low = fileAfterStart
                .lines()
                .filter(line -> line.contains("\"DEBUG\"") || line.contains("\"TRACE\""))
                .toList();
        assertEquals(List.of(), low);
    }

    @Test
    void accessLogHasRequestIdAndTraceButNoQuery() {
        server.api()
                .get("/v1/search")
                .query("q", "confidential")
                .header("X-Request-Id", "id-of-the-client")
                .header("traceparent", TRACEPARENT)
                .send()
                .expect(200);
        Await.until("the request is logged", SOON, () -> lines("dev.coppice.http.AccessLog").stream()
                .anyMatch(line -> "id-of-the-client".equals(Json.text(line.path("requestId")))));
        var line = lines("dev.coppice.http.AccessLog").stream()
                .filter(l -> "id-of-the-client".equals(Json.text(l.path("requestId"))))
                .findFirst()
                .orElseThrow();
        assertEquals(TRACEPARENT, Json.text(line.path("traceparent")));
        var message = Json.text(line.path("message"));
        assertTrue(message.matches("GET /v1/search 200 \\d+ ms, client 127\\.0\\.0\\.1"), message);
        assertFalse(server.log().contains("confidential"));
    }

    @Test
    void fileIsRotatedAndOldFilesAreRemoved() {
        Await.until("the log was rotated twice", SOON, () -> {
            server.api().get("/v1/sessions").send().expect(200);
            return files().anyMatch(file -> file.endsWith("server.log.2"));
        });
        for (int i = 0; i < 300; i++) {
            server.api().get("/v1/sessions").send().expect(200);
        }
        // Requests are logged after their answers, so the last rotation may still go on.
        Await.until("there are three files", SOON, () -> files().count() == 3);
        var sizes = files().map(file -> file.toFile().length()).toList();
        assertTrue(sizes.stream().allMatch(size -> size < 2 * FILE_SIZE), sizes + " bytes");
    }

    /** The log file and its predecessors. */
    private static Stream<Path> files() {
        var directory = server.data().resolveSibling("base").resolve("log");
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("server.log")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
