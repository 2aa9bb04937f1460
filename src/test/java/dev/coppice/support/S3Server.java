package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An object store with one bucket in a process of its own: Adobe's S3Mock, which Maven copies to {@code target}. It
 * accepts any credentials. Its address is known before it is started. Not thread-safe.
 */
public final class S3Server implements AutoCloseable {

    public static final String BUCKET = "skills";

    private static final Path JAR = Path.of("target/s3/s3mock.jar").toAbsolutePath();
    private static final Path CONNECTOR =
            Path.of("src/test/resources/s3mock.xml").toAbsolutePath();
    private static final Duration READY = Duration.ofMinutes(5);
    private static final String STORE = "--com.adobe.testing.s3mock.store.";

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path home;
    private final int port = Ports.free();
    private Process process;

    /** @param name the name of its folder; it is not yet started */
    public S3Server(String name) {
        home = Path.of("target", "it", name).toAbsolutePath();
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The environment of a server that has its skills here. */
    public Map<String, String> environment() {
        return Map.of(
                "COPPICE_S3_ENDPOINT",
                endpoint().toString(),
                "COPPICE_S3_BUCKET",
                BUCKET,
                "COPPICE_S3_ACCESS_KEY",
                "coppice",
                "COPPICE_S3_SECRET_KEY",
                "coppice");
    }

    /** Starts with an empty bucket and returns when it answers; does nothing if it runs. */
    public void start() {
        if (process != null && process.isAlive()) {
            return;
        }
        try {
            Folders.delete(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-jar",
                JAR.toString(),
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--http.port=" + port,
                "--spring.main.banner-mode=off",
                "--spring.main.allow-bean-definition-overriding=true",
                "--spring.main.sources=" + CONNECTOR.toUri(),
                STORE + "root=" + home.resolve("store"),
                STORE + "initial-buckets=" + BUCKET);
        var log = home.resolve("s3mock.log");
        process = ChildProcesses.start(new ProcessBuilder(command), log);
        Await.until("the object store answers, see " + log, READY, this::answers);
    }

    /** Stops it; its objects are lost. */
    public void stop() {
        if (process != null) {
            ChildProcesses.stop(process);
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** Puts an object; metadata is sent as headers, unchanged. */
    public void put(String name, String text, Map<String, String> metadata) {
        var path = URLEncoder.encode(name, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
        var request = HttpRequest.newBuilder(endpoint().resolve("/" + BUCKET + "/" + path))
                .PUT(BodyPublishers.ofString(text));
        metadata.forEach((key, value) -> request.header("x-amz-meta-" + key, value));
        try {
            var answer = http.send(request.build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(
                        "The object store answered " + answer.statusCode() + ": " + answer.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private boolean answers() throws IOException, InterruptedException {
        if (!process.isAlive()) {
            throw new IllegalStateException("It has ended with " + process.exitValue());
        }
        var request = HttpRequest.newBuilder(endpoint().resolve("/" + BUCKET + "?list-type=2"))
                .timeout(Duration.ofSeconds(10))
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
    }
}
