package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A project of JavaScript programs, for example in {@code src/test/clients/<name>}. It is copied to
 * {@code target/it/node/<name>} and its packages are installed there by {@code npm ci}, exactly as
 * {@code package-lock.json} lists them. Thread-safe.
 */
public final class NodeProject {

    private static final Path SOURCES = Path.of("src", "test", "clients");
    private static final Path COPIES = Path.of("target", "it", "node");
    private static final long LIMIT_MINUTES = 20;
    private static final Map<Path, NodeProject> INSTALLED = new ConcurrentHashMap<>();

    private final Path home;

    private NodeProject(Path home) {
        this.home = home;
    }

    /** The project of this name in {@code src/test/clients}; the first call copies and installs it. */
    public static NodeProject named(String name) {
        return at(SOURCES.resolve(name));
    }

    /** The project in this folder; the first call copies and installs it. */
    public static NodeProject at(Path sources) {
        return INSTALLED.computeIfAbsent(sources, NodeProject::install);
    }

    private static NodeProject install(Path sources) {
        var home = COPIES.resolve(sources.getFileName());
        try {
            Folders.delete(home);
            Files.createDirectories(COPIES);
            Folders.copy(sources, home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var project = new NodeProject(home);
        project.execute("npm-ci.log", Map.of(), List.of("npm", "ci", "--no-audit", "--no-fund"));
        return project;
    }

    /** The folder of the installed project. */
    public Path home() {
        return home;
    }

    /**
     * Runs {@code node <script> <arguments>} to its end and returns its output, errors included. Throws an
     * {@code AssertionError} with the output if the exit code is not 0 or the program does not end within 20 minutes.
     *
     * @param environment variables besides those of this process
     */
    public String node(Map<String, String> environment, String script, String... arguments) {
        var command = new ArrayList<String>(List.of("node", script));
        command.addAll(List.of(arguments));
        return execute(script.replace('/', '_') + ".log", environment, command);
    }

    /** Runs a program of the project's packages, like {@code npx}; otherwise as {@link #node} does. */
    public String packaged(Map<String, String> environment, String program, String... arguments) {
        var command = new ArrayList<String>(
                List.of(Path.of("node_modules", ".bin", program).toString()));
        command.addAll(List.of(arguments));
        return execute(program + ".log", environment, command);
    }

    /** Runs {@code npm <arguments>}, otherwise as {@link #node} does. */
    public String npm(String... arguments) {
        var command = new ArrayList<String>(List.of("npm"));
        command.addAll(List.of(arguments));
        return execute("npm-" + String.join("-", arguments) + ".log", Map.of(), command);
    }

    private String execute(String log, Map<String, String> environment, List<String> command) {
        var output = home.resolve(log);
        var builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().putAll(environment);
        try {
            Files.deleteIfExists(output);
            var process = ChildProcesses.start(builder, output);
            var isFinished = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
            ChildProcesses.stop(process);
            var text = Files.readString(output);
            if (!isFinished || process.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + " failed:\n" + text);
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
