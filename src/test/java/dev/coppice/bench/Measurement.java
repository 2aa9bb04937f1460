package dev.coppice.bench;

import dev.coppice.support.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One run of a benchmark: where its figures belong on the {@link BenchmarkPage}, and how they were measured.
 *
 * @param section name of the page's section
 * @param benchmark the class that measures
 * @param environment database product and version or another condition of the run; empty if there is none
 */
record Measurement(String section, Class<?> benchmark, String environment) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'");
    private static final Set<Class<?>> LOCOMO = Set.of(RetrievalBench.class, SummaryBench.class);
    private static final Path CPUS = Path.of("/proc/cpuinfo");
    private static final Path MEMORY = Path.of("/proc/meminfo");

    static Measurement of(String section, Class<?> benchmark, Database database) {
        return new Measurement(section, benchmark, database.product());
    }

    /** Writes date, machine, command and the text to the page. */
    void write(String text) throws IOException {
        BenchmarkPage.write(section, "`" + command() + "`  \n" + conditions() + "\n\n" + text);
    }

    private String command() {
        var locomo = LOCOMO.contains(benchmark) ? " -Dcoppice.bench.locomo=locomo10.json" : "";
        var scale = Scale.isFull() ? "" : " -Dcoppice.bench.scale=" + System.getProperty(Scale.PROPERTY);
        return "mvn verify -Pbench -Dit.test=" + benchmark.getSimpleName() + locomo + scale;
    }

    private String conditions() throws IOException {
        return ZonedDateTime.now(ZoneOffset.UTC).format(TIME) + " · " + machine()
                + (environment.isEmpty() ? "" : " · " + environment)
                + (Scale.isFull() ? "" : " · **reduced scale**");
    }

    private static String machine() throws IOException {
        return String.format(
                Locale.ROOT,
                "%d cores%s%s · %s %s · %s %s",
                Runtime.getRuntime().availableProcessors(),
                value(CPUS, "model name").map(" of "::concat).orElse(""),
                value(MEMORY, "MemTotal").map(Measurement::gibibytes).orElse(""),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("java.vm.name"),
                Runtime.version());
    }

    /** The value of the first line that begins with a name; empty on systems without such files. */
    private static Optional<String> value(Path file, String name) throws IOException {
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        }
    }

    private static String gibibytes(String kibibytes) {
        return String.format(Locale.ROOT, ", %.0f GiB", Long.parseLong(kibibytes.split(" ")[0]) / 1024.0 / 1024.0);
    }
}
