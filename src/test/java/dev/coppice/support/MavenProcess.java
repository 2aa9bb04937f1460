package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs {@code mvn wildfly:run} in this project as a process, with its own copy of the server, its own data and its own
 * ports. Not thread-safe.
 */
public final class MavenProcess implements AutoCloseable {
    private final Path output;
    private final int httpPort;
    private final Process maven;

    private MavenProcess(Path output, int httpPort, Process maven) {
        this.output = output;
        this.httpPort = httpPort;
        this.maven = maven;
    }

    /** Returns a port that is free. */
    public static int freePort() {
        return Ports.free();
    }

    /**
     * Starts Maven.
     *
     * @param name name of the directory below {@code target/it}
     */
    public static MavenProcess runServer(String name, int httpPort, int managementPort) {
        var root = Path.of("target", "it", name).toAbsolutePath();
        try {
            Folders.delete(root);
            Folders.copy(Path.of(System.getProperty("jboss.home", "target/server")), root.resolve("server"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var builder = new ProcessBuilder(command(root));
        builder.environment()
                .putAll(Map.of(
                        "COPPICE_DATA", root.resolve("data").toString(),
                        "COPPICE_HTTP_PORT", String.valueOf(httpPort),
                        "COPPICE_MANAGEMENT_PORT", String.valueOf(managementPort)));
        var output = root.resolve("maven.out");
        return new MavenProcess(output, httpPort, ChildProcesses.start(builder, output));
    }

    private static List<String> command(Path root) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("maven.home"), "bin", "mvn").toString());
        command.addAll(List.of("-o", "-B", "-ntp"));
        command.add("-Dmaven.repo.local=" + System.getProperty("maven.repo.local"));
        command.add("-Djboss-as.home=" + root.resolve("server"));
        command.add("wildfly:run");
        return command;
    }

    /** The URI of the server, which may not listen yet. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + httpPort);
    }

    /** A client of the server, with the first token; the server must be ready. */
    public Api api() throws IOException {
        var token = Files.readString(output.resolveSibling("data").resolve("token"));
        return new Api(uri(), token.strip());
    }

    /** The server's process; empty before Maven has started it. */
    public Optional<ProcessHandle> server() {
        return maven.descendants()
                .filter(child -> child.info().commandLine().orElse("").contains("jboss-modules.jar"))
                .findFirst();
    }

    /** Sends SIGTERM to Maven only, and waits for its end. */
    public void terminate() {
        ChildProcesses.stop(maven);
    }

    public boolean isAlive() {
        return maven.isAlive();
    }

    /** Waits until Maven ends by itself, and returns its exit code. */
    public int awaitExit(int seconds) throws InterruptedException {
        if (!maven.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("Maven has not ended after " + seconds + " s:\n" + output());
        }
        return maven.exitValue();
    }

    /** The server's configuration file. */
    public String serverConfiguration() throws IOException {
        return Files.readString(output.resolveSibling("server/standalone/configuration/standalone.xml"));
    }

    /** The output of Maven and of the server so far. */
    public String output() {
        try {
            return ChildProcesses.read(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends what is still running. */
    @Override
    public void close() {
        server().ifPresent(ProcessHandle::destroyForcibly);
        ChildProcesses.kill(maven);
    }
}
