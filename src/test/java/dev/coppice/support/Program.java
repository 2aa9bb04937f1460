package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that runs beside a test. Not thread-safe. */
public final class Program implements AutoCloseable {
    private static final Path OUTPUTS = Path.of("target", "it", "programs");

    private final Path output;
    private final Process process;

    private Program(Path output, Process process) {
        this.output = output;
        this.process = process;
    }

    /**
     * Starts a program in this project's folder.
     *
     * @param name name of the file in {@code target/it/programs} to which its output is written, errors included
     * @param environment variables besides those of this process
     */
    public static Program start(String name, Map<String, String> environment, List<String> command) {
        var output = OUTPUTS.resolve(name + ".txt").toAbsolutePath();
        try {
            Files.deleteIfExists(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("COPPICE_"));
        builder.environment().putAll(environment);
        return new Program(output, ChildProcesses.start(builder, output));
    }

    /** Returns the complete lines of its output so far. */
    public List<String> lines() {
        try {
            var text = ChildProcesses.read(output);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends its standard input. */
    public void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end, and returns the lines of its output; throws an {@code AssertionError} unless its status is 0. */
    public List<String> awaitSuccess(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
                var lines = lines();
                var end = String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
                throw new AssertionError(output + " has no successful end:\n" + end);
            }
            return lines();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits for its end, and returns its exit status; throws an {@code AssertionError} if it runs on. */
    public int awaitExit(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("The program has not ended after " + limit + ", see " + output);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Kills the program if it still runs. */
    @Override
    public void close() {
        ChildProcesses.kill(process);
    }
}
