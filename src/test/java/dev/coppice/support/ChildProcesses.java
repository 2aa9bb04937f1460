package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** The processes the tests have started; none of them outlives the tests' own. */
final class ChildProcesses {

    private static final long ORDERLY_SECONDS = 120;
    private static final Deque<Process> RUNNING = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcesses::stopAll, "stop children"));
    }

    private ChildProcesses() {}

    /** Starts a process whose output is appended to a file. */
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

    /** Asks the process to end and waits; kills it if it does not follow. */
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

    /** SIGKILL, and waits until the process is gone. */
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

    private static void forget(Process process) {
        synchronized (RUNNING) {
            RUNNING.remove(process);
        }
    }

    /** Youngest first: servers before the database they use. */
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
