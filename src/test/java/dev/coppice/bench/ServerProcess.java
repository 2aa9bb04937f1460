package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Reads CPU time and memory of a process. */
final class ServerProcess {
    /** Unit of CPU times in {@code /proc}. */
    private static final Duration TICK = Duration.ofMillis(10);

    private ServerProcess() {}

    static Duration cpu(long pid) {
        return ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow();
    }

    /** @return CPU time of the JIT compiler's threads, up to now; zero on systems without {@code /proc} */
    static Duration compiler(long pid) throws IOException {
        var threads = Path.of("/proc", String.valueOf(pid), "task");
        if (Files.notExists(threads)) {
            return Duration.ZERO;
        }
        long ticks = 0;
        try (var all = Files.list(threads)) {
            for (var thread : all.toList()) {
                ticks += compilerTicks(thread.resolve("stat"));
            }
        }
        return TICK.multipliedBy(ticks);
    }

    /** CPU time of a thread in ticks: columns 14 and 15 of the file; 0 if it is no compiler thread or has ended. */
    private static long compilerTicks(Path stat) {
        try {
            var line = Files.readString(stat);
            int end = line.lastIndexOf(')');
            var columns = line.substring(end + 2).split(" "); // from the third one
            boolean compiles = line.substring(0, end).matches(".*\\(C[12] CompilerThre");
            return compiles ? Long.parseLong(columns[11]) + Long.parseLong(columns[12]) : 0;
        } catch (IOException e) {
            return 0; // the thread has ended
        }
    }

    /** @return resident memory; NaN on systems without {@code /proc} */
    static double residentMegabytes(long pid) throws IOException {
        var status = Path.of("/proc", String.valueOf(pid), "status");
        if (Files.notExists(status)) {
            return Double.NaN;
        }
        try (var lines = Files.lines(status)) {
            var line =
                    lines.filter(text -> text.startsWith("VmRSS:")).findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
    }
}
