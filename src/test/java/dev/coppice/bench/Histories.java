package dev.coppice.bench;

import dev.coppice.bench.Rounds.Operation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Measures paths of 100 to 100,000 messages: the whole history, its last 50 messages, and appends. */
final class Histories {

    private final BenchContext context;
    private final int[] sizes = {100, Scale.size(1_000), Scale.size(10_000), Scale.size(100_000)};
    private final Map<Integer, Long> rawSessions = new LinkedHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    private Histories(BenchContext context) {
        this.context = context;
    }

    /** @return the number of the session written by JDBC that is as long as {@link #longest} */
    static long measure(BenchContext context) throws Exception {
        var histories = new Histories(context);
        for (int size : histories.sizes) {
            histories.rawSessions.put(size, context.load(name(size), "", size));
        }
        histories.whole();
        histories.lastFifty();
        histories.append();
        return histories.rawSessions.get(histories.sizes[3]);
    }

    static String longest() {
        return name(Scale.size(100_000));
    }

    private static String name(int size) {
        return "path-" + size;
    }

    private static String path(int size) {
        return "/v1/sessions/" + name(size) + "/history";
    }

    private void whole() throws Exception {
        try (var reader = reader()) {
            for (int size : sizes) {
                long branch = branch(reader, size);
                var pair = Rounds.pair(Rounds.inTurn(
                        Scale.times(Math.max(7, Math.min(200, 200_000 / size))),
                        Duration.ofSeconds(10),
                        () -> context.client().drain(path(size)) > (long) size * BenchMessages.BYTES,
                        () -> checked(reader.history(branch, 0, size - 1), size)));
                context.report().row("history of " + label(size), pair);
                if (size == sizes[2]) {
                    context.report().target("history of " + label(size) + ": JDBC read", pair.ratio(), 3, " ×");
                }
            }
        }
    }

    /** Reads all sizes in turn, so that load on the machine affects them alike. */
    private void lastFifty() throws Exception {
        try (var reader = reader()) {
            var operations = new Operation[2 * sizes.length];
            for (int i = 0; i < sizes.length; i++) {
                int size = sizes[i];
                long branch = branch(reader, size);
                operations[2 * i] = () -> context.client().drain(path(size) + "?last=50") > 50 * BenchMessages.BYTES;
                operations[2 * i + 1] = () -> checked(reader.history(branch, size - 50, size - 1), 50);
            }
            Rounds.inTurn(Scale.times(50), Duration.ofSeconds(5), operations);
            var samples = Rounds.inTurn(Scale.times(300), Duration.ofSeconds(15), operations);
            for (int i = 0; i < sizes.length; i++) {
                context.report().row("last 50 of " + label(sizes[i]), samples.get(2 * i), samples.get(2 * i + 1));
            }
            target("last 50", samples.get(0), samples.get(2 * sizes.length - 2));
        }
    }

    private void append() throws Exception {
        try (var writer = new RawWriter(context.database())) {
            int small = sizes[0];
            int many = sizes[3];
            var operations = new Operation[] {
                serverAppend(small), rawAppend(writer, small), serverAppend(many), rawAppend(writer, many)
            };
            Rounds.inTurn(Scale.times(50), Duration.ofSeconds(5), operations);
            var samples = Rounds.inTurn(Scale.times(500), Duration.ofSeconds(15), operations);
            context.report().row("append at " + label(small), samples.get(0), samples.get(1));
            context.report().row("append at " + label(many), samples.get(2), samples.get(3));
            target("append", samples.get(0), samples.get(2));
        }
    }

    private Operation serverAppend(int size) {
        return () -> context.client().append(name(size), BenchMessages.append("x" + ids.incrementAndGet()));
    }

    private Operation rawAppend(RawWriter writer, int size) {
        return () -> {
            writer.append(rawSessions.get(size), List.of("x" + ids.incrementAndGet()));
            return true;
        };
    }

    private void target(String operation, Sample small, Sample many) {
        context.report()
                .target(
                        operation + " at " + label(sizes[3]) + ": as at " + label(sizes[0]),
                        many.p50() / small.p50(),
                        1.3,
                        " ×");
    }

    /** Reads the server's own rows on MariaDB, a copy on H2, whose file the server locks. */
    private RawReader reader() throws Exception {
        return context.server().database().isOnServer()
                ? RawReader.of(context.server())
                : RawReader.of(context.database());
    }

    private long branch(RawReader reader, int size) throws Exception {
        return context.server().database().isOnServer() ? reader.branch(name(size)) : rawSessions.get(size);
    }

    private static boolean checked(int read, int expected) {
        if (read != expected) {
            throw new IllegalStateException("JDBC read " + read + " rows, not " + expected);
        }
        return true;
    }

    static String label(int size) {
        return String.format(Locale.ROOT, "%,d messages", size);
    }
}
