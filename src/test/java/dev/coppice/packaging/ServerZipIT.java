package dev.coppice.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.MavenProcess;
import dev.coppice.support.UnpackedServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code coppice-server.zip}, in a directory with a space in its name. */
class ServerZipIT {
    private static final int NOT_RUNNING = 3;
    private static final Duration START = Duration.ofMinutes(5);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static UnpackedServer server;

    @BeforeAll
    static void unpack() {
        server = UnpackedServer.unpack("server zip");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void serverStartsAnswersAndStopsWithoutWritingToItsDirectory() {
        var files = server.files();
        assertEquals(NOT_RUNNING, server.coppice("status").status());
        var start = server.coppice("start").orFail();
        assertTrue(start.contains("Coppice is ready on http://127.0.0.1:" + server.httpPort()), start);
        assertTrue(start.contains(server.data().resolve("token").toString()), start);
        var status = server.coppice("status").orFail();
        assertTrue(status.contains("\"status\":\"UP\""), status);
        assertEquals(200, server.api().get("/v1/sessions").send().status());
        var again = server.coppice("start");
        assertEquals(1, again.status());
        assertTrue(again.output().contains("The server runs already (process "), again.output());
        assertEquals(200, server.api().get("/health/ready").send().status());
        assertTrue(server.coppice("stop").orFail().contains("The server has stopped."));
        assertEquals(NOT_RUNNING, server.coppice("status").status());
        assertTrue(server.coppice("stop").orFail().contains("The server does not run."));
        assertEquals(files, server.files());
    }

    @Test
    void occupiedPortIsNamed() throws IOException {
        try (var occupied = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                var other = UnpackedServer.unpack("server-zip-port")) {
            other.environment("COPPICE_HTTP_PORT", String.valueOf(occupied.getLocalPort()));
            var start = other.coppice("start");
            assertEquals(1, start.status());
            assertTrue(
                    start.output().contains("Port " + occupied.getLocalPort() + " of 127.0.0.1 cannot be used")
                            && start.output().contains("COPPICE_HTTP_PORT"),
                    start.output());
            assertEquals(NOT_RUNNING, other.coppice("status").status());
        }
    }

    @Test
    void invalidSettingIsReportedAndEndsTheServer() {
        try (var other = UnpackedServer.unpack("server-zip-setting")) {
            other.environment("COPPICE_SESSION_QUEUE", "0");
            var start = other.coppice("start");
            assertEquals(1, start.status());
            assertTrue(start.output().contains("coppice.session.queue must be between 1 and 10000"), start.output());
            assertTrue(
                    ProcessHandle.allProcesses().noneMatch(process -> process.info()
                            .commandLine()
                            .orElse("")
                            .contains(other.data().toString())),
                    "the server runs on");
            assertEquals(NOT_RUNNING, other.coppice("status").status());
        }
    }

    /** systemd and Docker restart a server that has ended; one that runs on without its application is not restarted. */
    @Test
    void failedDeploymentEndsTheServerInTheForeground() {
        try (var other = UnpackedServer.unpack("server-zip-no-database")) {
            other.environment("COPPICE_DB_URL", "jdbc:mariadb://127.0.0.1:" + MavenProcess.freePort() + "/coppice")
                    .environment("COPPICE_DB_START_WAIT", "PT1S");
            try (var run = other.run()) {
                assertEquals(1, run.awaitExit(START));
                var output = String.join("\n", run.lines());
                assertTrue(output.contains("The application could not be deployed, see the lines before"), output);
            }
        }
    }

    @Test
    void requestsAreRefusedUntilTheServerHasStarted() throws Exception {
        try (var other = UnpackedServer.unpack("server-zip-requests");
                var run = other.run()) {
            var answers = new ArrayList<String>();
            Await.until("the server answers", START, () -> {
                var answer = answer(other.uri());
                boolean ready = answer.equals("200");
                if (ready) {
                    assertTrue(
                            run.lines().stream().anyMatch(line -> line.contains("Coppice listens on ")),
                            "the application has answered before its startup beans");
                }
                if (answers.isEmpty() || !answers.get(answers.size() - 1).equals(answer)) {
                    answers.add(answer);
                }
                return ready;
            });
            assertEquals(List.of("refused", "503 Retry-After: 1", "200"), answers);
        }
    }

    /** What a client gets from the server; an exception if a request is not answered soon. */
    private static String answer(URI server) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(server.resolve("/health/live"))
                .timeout(Duration.ofSeconds(10))
                .build();
        try {
            var answer = HTTP.send(request, BodyHandlers.discarding());
            var retryAfter = answer.headers().firstValue("Retry-After");
            return answer.statusCode()
                    + retryAfter.map(value -> " Retry-After: " + value).orElse("");
        } catch (ConnectException e) {
            return "refused";
        } catch (HttpTimeoutException e) {
            return "no answer";
        }
    }

    @Test
    void missingAndOldJavaAreNamed() throws IOException {
        try (var other = UnpackedServer.unpack("server-zip-java")) {
            other.environment("JAVA_HOME", "/no/such/java");
            var missing = other.coppice("start");
            assertEquals(1, missing.status());
            assertTrue(missing.output().contains("JAVA_HOME is /no/such/java"), missing.output());
            other.environment("JAVA_HOME", javaOf(other.home(), "11.0.2").toString());
            var old = other.coppice("start");
            assertEquals(1, old.status());
            assertTrue(old.output().contains("is Java 11. Coppice needs Java 17 or later."), old.output());
        }
    }

    /** A program that prints what {@code java -version} of another version prints. */
    private static Path javaOf(Path parent, String version) throws IOException {
        var java = parent.resolve("java-" + version + "/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"" + version + "\" 2019-01-15' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return java.getParent().getParent();
    }
}
