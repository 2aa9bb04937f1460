package dev.coppice.bench;

import dev.coppice.bench.Rounds.Work;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** One path of 100 to 100,000 messages: read whole, its end read, appended to, listed. */
final class Histories {

    private final Rig rig;
    private final int[] sizes = {100, Scale.size(1_000), Scale.size(10_000), Scale.size(100_000)};
    private final Map<Integer, Long> raw = new LinkedHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    private Histories(Rig rig) {
        this.rig = rig;
    }

    /** @return the raw number of the longest, whose name is {@link #longest} */
    static long measure(Rig rig) throws Exception {
        var histories = new Histories(rig);
        for (int size : histories.sizes) {
            histories.raw.put(size, rig.load(name(size), "", size));
        }
        histories.whole();
        histories.lastFifty();
        histories.append();
        return histories.raw.get(histories.sizes[3]);
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
                        () -> rig.client().drain(path(size)) > (long) size * Bodies.BYTES,
                        () -> checked(reader.history(branch, 0, size - 1), size)));
                rig.report().row("history of " + label(size), pair);
                if (size == sizes[2]) {
                    rig.report().goal("history of " + label(size) + ": raw reads", pair.ratio(), 3, " ×");
                }
            }
        }
    }

    /** All sizes in turn, so that their ratio is of one time. */
    private void lastFifty() throws Exception {
        try (var reader = reader()) {
            var works = new Work[2 * sizes.length];
            for (int i = 0; i < sizes.length; i++) {
                int size = sizes[i];
                long branch = branch(reader, size);
                works[2 * i] = () -> rig.client().drain(path(size) + "?last=50") > 50 * Bodies.BYTES;
                works[2 * i + 1] = () -> checked(reader.history(branch, size - 50, size - 1), 50);
            }
            Rounds.inTurn(Scale.times(50), Duration.ofSeconds(5), works);
            var samples = Rounds.inTurn(Scale.times(300), Duration.ofSeconds(15), works);
            for (int i = 0; i < sizes.length; i++) {
                rig.report().row("last 50 of " + label(sizes[i]), samples.get(2 * i), samples.get(2 * i + 1));
            }
            goal("last 50", samples.get(0), samples.get(2 * sizes.length - 2));
        }
    }

    private void append() throws Exception {
        try (var writer = new RawWriter(rig.raw())) {
            int few = sizes[0];
            int many = sizes[3];
            var works = new Work[] {ours(few), raw(writer, few), ours(many), raw(writer, many)};
            Rounds.inTurn(Scale.times(50), Duration.ofSeconds(5), works);
            var samples = Rounds.inTurn(Scale.times(500), Duration.ofSeconds(15), works);
            rig.report().row("append at " + label(few), samples.get(0), samples.get(1));
            rig.report().row("append at " + label(many), samples.get(2), samples.get(3));
            goal("append", samples.get(0), samples.get(2));
        }
    }

    private Work ours(int size) {
        return () -> rig.client().append(name(size), Bodies.append("x" + ids.incrementAndGet()));
    }

    private Work raw(RawWriter writer, int size) {
        return () -> {
            writer.append(raw.get(size), List.of("x" + ids.incrementAndGet()));
            return true;
        };
    }

    private void goal(String what, Sample few, Sample many) {
        rig.report()
                .goal(
                        what + " at " + label(sizes[3]) + ": as at " + label(sizes[0]),
                        many.p50() / few.p50(),
                        1.3,
                        " ×");
    }

    /** On MariaDB of the server's own rows, on H2 of a copy. */
    private RawReader reader() throws Exception {
        return rig.server().database().isMariaDb() ? RawReader.of(rig.server()) : RawReader.of(rig.raw());
    }

    private long branch(RawReader reader, int size) throws Exception {
        return rig.server().database().isMariaDb() ? reader.branch(name(size)) : raw.get(size);
    }

    private static boolean checked(int read, int expected) {
        if (read != expected) {
            throw new IllegalStateException("Raw read " + read + " rows, not " + expected);
        }
        return true;
    }

    static String label(int size) {
        return String.format(Locale.ROOT, "%,d messages", size);
    }
}
