package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.ParallelClients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Measures what metrics cost: CPU time of the server's process per append, compared with a server whose WAR records
 * none ({@link WarWithoutMetrics}). Both are warm, rounds alternate. Fails if a response is wrong, not if it is expensive.
 */
class MetricsBench {
    private static final String WAR = "coppice.war";
    private static final int CONNECTIONS = 4;
    /** Appends on each connection in a round. */
    private static final int APPENDS = Scale.size(1000);

    private static final int PAIRS = Scale.times(10);
    private static final Duration WARM_UP = Scale.round(300_000);

    /** A server is warm if the JIT compiler takes at most this share of the CPU time of a round. */
    private static final double WARM = 0.03;

    private static final double LIMIT = 1.05;

    private final AtomicLong ids = new AtomicLong();

    /** A server and a client that appends to it. */
    private record Side(CoppiceServer server, Client client) {}

    @Test
    void metricsCostLittle() throws Exception {
        var war = Path.of(System.getProperty(WAR, "target/coppice.war"));
        var without = WarWithoutMetrics.copy(war, Path.of("target/bench/without-metrics.war"));
        try (var with = start("bench-metrics-with", war);
                var bare = start("bench-metrics-without", without)) {
            var sides = List.of(new Side(with, new Client(with)), new Side(bare, new Client(bare)));
            for (var side : sides) {
                for (int n = 0; n < CONNECTIONS; n++) {
                    side.client().session("append-" + n, "");
                }
            }
            write(warmUp(sides), measure(sides));
        } finally {
            System.setProperty(WAR, war.toString());
        }
    }

    private static CoppiceServer start(String name, Path war) {
        System.setProperty(WAR, war.toString());
        return CoppiceServer.named(name).database(Database.H2).lasting().start();
    }

    private Duration warmUp(List<Side> sides) throws Exception {
        long began = System.nanoTime();
        boolean isWarm = false;
        while (!isWarm && System.nanoTime() - began < WARM_UP.toNanos()) {
            isWarm = true;
            for (var side : sides) {
                var sample = new CpuSample();
                measure(side, sample);
                isWarm &= sample.compilerShare() <= WARM;
            }
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** CPU time per append in microseconds of one round, which is as many appends on a busy machine. */
    private double measure(Side side, CpuSample sample) throws Exception {
        sample.measure(side.server().pid(), () -> {
            ParallelClients.of(CONNECTIONS, connection -> {
                for (int n = 0; n < APPENDS; n++) {
                    side.client().append("append-" + connection, BenchMessages.append("a" + ids.incrementAndGet()));
                }
                return null;
            });
            return (long) CONNECTIONS * APPENDS;
        });
        return sample.medianMicros();
    }

    /** The ratios of all pairs in ascending order; every second pair begins with the other server. */
    private List<Double> measure(List<Side> sides) throws Exception {
        var ratios = new ArrayList<Double>();
        for (int pair = 0; pair < PAIRS; pair++) {
            var micros = new double[2];
            for (int turn = 0; turn < 2; turn++) {
                int side = (pair + turn) % 2;
                micros[side] = measure(sides.get(side), new CpuSample());
            }
            System.out.printf(Locale.ROOT, "with %.0f µs, without %.0f µs%n", micros[0], micros[1]);
            ratios.add(micros[0] / micros[1]);
        }
        return ratios.stream().sorted().toList();
    }

    private void write(Duration warmUp, List<Double> ratios) throws Exception {
        double median = (ratios.get((PAIRS - 1) / 2) + ratios.get(PAIRS / 2)) / 2;
        var targets = new Targets();
        targets.add("CPU of an append with metrics", median, LIMIT, " × without");
        var notes = String.format(
                Locale.ROOT,
                "%n- Median of %d alternating pairs of rounds; the middle half of them: %.2f to %.2f.%n"
                        + "- Warm-up: %d seconds.%n",
                PAIRS,
                ratios.get(PAIRS / 4),
                ratios.get(PAIRS - 1 - PAIRS / 4),
                warmUp.toSeconds());
        new Measurement("metrics", getClass(), Database.H2.product()).write(targets.markdown() + notes);
    }
}
