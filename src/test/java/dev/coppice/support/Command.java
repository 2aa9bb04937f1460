package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that runs to its end. */
public final class Command {
    private static final long LIMIT_MINUTES = 20;

    private Command() {}

    /** The exit status of a program, and its output, errors included. */
    public record Result(int status, String output) {
        /** Returns the output; throws an {@code AssertionError} with it unless the status is 0. */
        public String orFail() {
            if (status != 0) {
                throw new AssertionError("Status " + status + ":\n" + output);
            }
            return output;
        }
    }

    /**
     * Runs a program. The program may leave other processes behind that keep the output open.
     *
     * @param folder working directory, which exists
     * @param environment variables besides those of this process; a variable with an empty value is removed
     */
    public static Result run(Path folder, Map<String, String> environment, List<String> command) {
        try {
            var output = Files.createTempFile(folder, "output", ".txt");
            var builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().keySet().removeIf(variable -> variable.startsWith("COPPICE_"));
            builder.environment().putAll(environment);
            builder.environment().values().removeIf(String::isEmpty);
            var process = ChildProcesses.start(builder, output);
            boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
            if (!ended) {
                ChildProcesses.kill(process);
            }
            var text = ChildProcesses.read(output);
            Files.delete(output);
            if (!ended) {
                throw new AssertionError(String.join(" ", command) + " has not ended:\n" + text);
            }
            return new Result(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
