package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Reads CPU time and memory of a process. */
final class ServerProcess {
    private ServerProcess() {}

    static Duration cpu(long pid) {
        return ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow();
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
