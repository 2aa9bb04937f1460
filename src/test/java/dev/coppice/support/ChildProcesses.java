package dev.coppice.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The processes that tests have started; all of them end with the JVM of the tests. */
final class ChildProcesses {

    private static final long ORDERLY_SECONDS = 300;
    private static final String NOBODY = "nobody";
    private static final Deque<Process> RUNNING = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcesses::stopAll, "stop children"));
    }

    private ChildProcesses() {}

    /**
     * Returns the command; if this JVM runs as root, as a command of the user {@code nobody}. For servers that refuse
     * to run as root, or cannot.
     */
    static List<String> notAsRoot(List<String> command) {
        if (!isRoot()) {
            return command;
        }
        var all = new ArrayList<>(List.of("setpriv", "--reuid=" + NOBODY, "--regid=nogroup", "--clear-groups"));
        all.addAll(command);
        return all;
    }

    /** Creates a directory in which a command of {@link #notAsRoot} can write. */
    static void createDirectory(Path directory) throws IOException {
        Files.createDirectories(directory);
        if (isRoot()) {
            var users = directory.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(directory, users.lookupPrincipalByName(NOBODY));
        }
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Whether a program of this name is on the {@code PATH}. */
    static boolean isInstalled(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Starts a process; its output is appended to a file. */
    static Process start(ProcessBuilder builder, Path output) {
        try {
            Files.createDirectories(output.getParent());
            builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
            var process = builder.start();
            synchronized (RUNNING) {
                RUNNING.push(process);
            }
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text of a file that a process may still write; a character that is not complete is replaced. */
    static String read(Path output) throws IOException {
        return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    }

    /** Sends SIGTERM and waits; kills the process if it has not ended after five minutes. */
    static void stop(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(ORDERLY_SECONDS, TimeUnit.SECONDS)) {
                kill(process);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        forget(process);
    }

    /** Sends SIGKILL and waits until the process has ended. */
    static void kill(Process process) {
        process.destroyForcibly();
        try {
            if (!process.waitFor(ORDERLY_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Process " + process.pid() + " survived SIGKILL");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        forget(process);
    }

    /** Sends a signal of this name, which does not end the process. */
    static void signal(Process process, String name) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name + " failed: " + kill.exitValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void forget(Process process) {
        synchronized (RUNNING) {
            RUNNING.remove(process);
        }
    }

    /** Stops the newest first: servers before the database they use. */
    private static void stopAll() {
        while (true) {
            Process process;
            synchronized (RUNNING) {
                process = RUNNING.poll();
            }
            if (process == null) {
                return;
            }
            stop(process);
        }
    }
}
