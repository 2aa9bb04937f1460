package dev.coppice.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.UnpackedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code coppice-server.zip}, in a directory with a space in its name. */
class ServerZipIT {
    private static final int NOT_RUNNING = 3;
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
            assertEquals(NOT_RUNNING, other.coppice("status").status());
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
