package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Prints what a number of messages needs, as {@code src/docs/scale.md} shows it. Run it as a single file: {@code java
 * src/test/java/dev/coppice/bench/ScaleCurve.java}. The costs of one message are measured; the page says how.
 */
public final class ScaleCurve {
    private static final List<Long> SIZES =
            List.of(10_000_000L, 100_000_000L, 1_000_000_000L, 10_000_000_000L, 100_000_000_000L);

    /** Bytes of a message of 400 bytes in the table {@code message} of MariaDB, with its indexes. */
    private static final double TABLE_BYTES = 755;

    /** Bytes of one row of the event log, with its indexes. */
    private static final double EVENT_BYTES = 419;

    /** Bytes of a message in a node's search index. */
    private static final double INDEX_BYTES = 135;

    /** Messages per second that the index follower of a new node reads and adds: assumed, the others are measured. */
    private static final double INDEXED_PER_SECOND = 2_000;

    /** Transactions of an append per second that one primary commits durably, by 64 writers without Coppice. */
    private static final double COMMITS_PER_SECOND = 3_037;

    /** Documents of one Lucene index, a limit of its format. */
    private static final long LUCENE_DOCUMENTS = Integer.MAX_VALUE - 128L;

    /** Days in which these messages are written, and after which the event log is trimmed. */
    private static final double DAYS = 365;

    private static final double LOG_DAYS = 7;
    private static final double DAY_SECONDS = 86_400;
    private static final double PEAK = 5;

    /** The page to which {@link CostBench} writes the CPU time of an append, and the row with its microseconds. */
    private static final Path BENCHMARKS = Path.of("src/docs/benchmarks.md");

    private static final Pattern APPEND_CPU = Pattern.compile("\\| append of a 400-byte message \\| (\\d+) \\|");

    private ScaleCurve() {}

    /** Prints the curve in Markdown. */
    public static void main(String[] arguments) throws IOException {
        System.out.println(curve());
    }

    /** Returns the curve, for the CPU time of an append that {@link CostBench} has measured last. */
    static String curve() throws IOException {
        var append = APPEND_CPU.matcher(Files.readString(BENCHMARKS));
        if (!append.find()) {
            throw new IllegalStateException("The benchmark page has no row " + APPEND_CPU);
        }
        double micros = Double.parseDouble(append.group(1));
        return String.format(
                Locale.ROOT,
                "%s\nAn append takes %.3f ms of the server's CPU time.",
                table(micros / 1e6),
                micros / 1e3);
    }

    /** @param appendCpu CPU seconds of the server process for one append */
    private static String table(double appendCpu) {
        return """
                | messages | tables | event log | index of a node | Lucene documents | rebuild of an index \
                | appends/s at peak | commits of a primary | cores for appends |
                |--:|--:|--:|--:|--:|--:|--:|--:|--:|
                """
                + SIZES.stream().map(size -> row(size, appendCpu)).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String row(long messages, double appendCpu) {
        double perSecond = messages / DAYS / DAY_SECONDS * PEAK;
        return "| "
                + String.join(
                        " | ",
                        String.format(Locale.ROOT, "%,d", messages),
                        bytes(messages * TABLE_BYTES),
                        bytes(messages / DAYS * Math.min(LOG_DAYS, DAYS) * EVENT_BYTES),
                        bytes(messages * INDEX_BYTES),
                        share(messages, LUCENE_DOCUMENTS),
                        duration(messages / INDEXED_PER_SECOND),
                        String.format(Locale.ROOT, "%,.1f", perSecond),
                        share(perSecond, COMMITS_PER_SECOND),
                        String.format(Locale.ROOT, "%,.2f", perSecond * appendCpu))
                + " |";
    }

    private static String bytes(double bytes) {
        var units = List.of("B", "KB", "MB", "GB", "TB", "PB");
        int unit = 0;
        double value = bytes;
        while (value >= 1_000) {
            value /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, units.get(unit));
    }

    private static String share(double part, double whole) {
        double share = part / whole;
        return share > 1
                ? String.format(Locale.ROOT, "**%.1f ×**", share)
                : String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    private static String duration(double seconds) {
        double hours = seconds / 3_600;
        return hours < 48
                ? String.format(Locale.ROOT, "%.1f h", hours)
                : String.format(Locale.ROOT, "%.0f days", hours / 24);
    }
}
