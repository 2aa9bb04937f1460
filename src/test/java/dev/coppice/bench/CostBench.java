package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Measures what a request costs the server: CPU time of its process on H2, as a multiple of {@code GET /health/live} in
 * the same run, and SQL statements on MariaDB. Also measures the CPU time, statements and memory of an idle server.
 * Fails if a response is wrong, not if it is expensive; the targets are printed beside the figures.
 */
class CostBench {
    private static final int CONNECTIONS = 4;
    private static final int ROUNDS = 4;

    /** An operation is warm if the JIT compiler takes at most this share of the CPU time while it runs. */
    private static final double WARM = 0.03;

    /** The warm-up ends after this number of rounds, one after the other, in which all operations were warm. */
    private static final int WARM_ROUNDS = 2;

    /** The warm-up ends after this time, even if an operation is not warm. */
    private static final Duration WARM_UP = Scale.round(600_000);

    private static final int HISTORY = 1000;
    private static final int COUNTED = 200;

    /** Number of counts per operation, whose median is reported: a rare background task is in one of them only. */
    private static final int PORTIONS = 5;

    private static final Duration IDLE = Scale.round(20_000);
    private static final Duration SETTLE = Scale.round(5_000);

    /** An interval of background tasks with which they do not run during the measurement. */
    private static final String NEVER = "PT1H";

    /** The share of the memory that the JVM takes without an option. */
    private static final String DEFAULT_HEAP = "-XX:MaxRAMPercentage=25";

    private static final String LIVE = "GET /health/live";
    private static final String LEAF = "leaf";
    private static final String WINDOW = "history, last 50";
    private static final String TURN = "turn, last 50";
    private static final String APPEND = "append of a 400-byte message";
    private static final String FORK = "fork at the leaf";

    private static final Map<String, Double> CPU_LIMITS = Map.of(LEAF, 4.0, WINDOW, 5.0, TURN, 8.0, APPEND, 12.0);
    private static final Map<String, Double> STATEMENT_LIMITS = Map.of(LEAF, 2.0, TURN, 8.0, APPEND, 6.0, FORK, 10.0);

    private final AtomicLong ids = new AtomicLong();

    @Test
    void costs() throws Exception {
        var report = new CostReport();
        var cpu = cpu(report);
        var own = ownStatements();
        var statements = statements(report);
        double live = cpu.get(LIVE).medianMicros();
        cpu.forEach((name, sample) -> {
            double micros = sample.medianMicros();
            report.row(name, micros, micros / live, sample.compilerShare(), own.get(name), statements.get(name));
        });
        CPU_LIMITS.forEach(
                (name, limit) -> report.target(name + ", CPU", cpu.get(name).medianMicros() / live, limit, " ×"));
        STATEMENT_LIMITS.forEach(
                (name, limit) -> report.target(name, Math.round(own.get(name) * 10) / 10.0, limit, " statements"));
        report.write(new Measurement("cost", getClass(), "CPU on H2, statements on MariaDB"));
        if (Scale.isFull()) {
            ScalePage.write();
        }
    }

    /** CPU time per request, by operation; rounds of all operations alternate. */
    private Map<String, CpuSample> cpu(CostReport report) throws Exception {
        try (var server = CoppiceServer.named("bench-cost-h2")
                .database(Database.H2)
                .lasting()
                .start()) {
            var operations = operations(new Client(server));
            warmUp(server, operations, report);
            var samples = new LinkedHashMap<String, CpuSample>();
            operations.keySet().forEach(name -> samples.put(name, new CpuSample()));
            for (int round = 0; round < ROUNDS; round++) {
                for (var operation : operations.entrySet()) {
                    samples.get(operation.getKey()).measure(server.pid(), CONNECTIONS, operation.getValue());
                }
            }
            report.note(String.format(
                    Locale.ROOT,
                    "Resident memory after the load on H2: %.0f MB.",
                    ServerProcess.residentMegabytes(server.pid())));
            return samples;
        }
    }

    /**
     * Runs rounds of all operations until all were warm in two of them, one after the other. Before, the JIT compiler
     * costs as much as the requests, and may compile for one operation while another one runs.
     */
    private static void warmUp(CoppiceServer server, Map<String, Rounds.Operation> operations, CostReport report)
            throws Exception {
        Set<String> cold;
        int warm = 0;
        long began = System.nanoTime();
        do {
            cold = new LinkedHashSet<>();
            for (var operation : operations.entrySet()) {
                var sample = new CpuSample();
                sample.measure(server.pid(), CONNECTIONS, operation.getValue());
                if (sample.compilerShare() > WARM) {
                    cold.add(operation.getKey());
                }
            }
            warm = cold.isEmpty() ? warm + 1 : 0;
        } while (warm < WARM_ROUNDS && System.nanoTime() - began < WARM_UP.toNanos());
        report.note(String.format(
                Locale.ROOT,
                "Warm-up: %d seconds, until the JIT compiler took at most %.0f %% of the CPU time of each operation of %d"
                        + " rounds%s.",
                Duration.ofNanos(System.nanoTime() - began).toSeconds(),
                100 * WARM,
                WARM_ROUNDS,
                warm == WARM_ROUNDS ? "" : "; not reached, " + missed(cold)));
    }

    private static String missed(Set<String> cold) {
        return cold.isEmpty() ? "only in the last one" : "in the last one for " + String.join(", ", cold);
    }

    /** The statements of each request itself: the sequencer of events and the search index do not run. */
    private Map<String, Double> ownStatements() throws Exception {
        var database = MariaDb.shared().create("coppice_bench_own");
        try (var server = CoppiceServer.named("bench-cost-own")
                        .database(database)
                        .environment("COPPICE_EVENTS_INTERVAL", NEVER)
                        .environment("COPPICE_SEARCH_INTERVAL", NEVER)
                        .start();
                var counter = new StatementCounter(database)) {
            var operations = operations(new Client(server));
            for (var operation : operations.values()) {
                repeat(operation);
            }
            return perCall(operations, counter, counter.perSecond(SETTLE));
        }
    }

    /**
     * Statements per request, by operation, with those that it causes in the sequencer and the search index, without
     * those of an idle server.
     */
    private Map<String, Double> statements(CostReport report) throws Exception {
        var database = MariaDb.shared().create("coppice_bench_cost");
        try (var server = CoppiceServer.named("bench-cost-mariadb")
                        .database(database)
                        .memory(DEFAULT_HEAP)
                        .lasting()
                        .start();
                var counter = new StatementCounter(database)) {
            counter.perSecond(IDLE); // the server returns the memory of its start some seconds later
            report.target(
                    "idle, resident memory after start", ServerProcess.residentMegabytes(server.pid()), 450, " MB");
            double idle = idle(server, counter, report); // before the load, whose forks are purged for a while
            var operations = operations(new Client(server));
            for (var operation : operations.values()) {
                repeat(operation);
            }
            counter.perSecond(SETTLE); // the search index processes the last events
            return perCall(operations, counter, idle);
        }
    }

    private static Map<String, Double> perCall(
            Map<String, Rounds.Operation> operations, StatementCounter counter, double idle) throws Exception {
        var counts = new LinkedHashMap<String, Double>();
        for (var operation : operations.entrySet()) {
            var portions = new double[PORTIONS];
            for (int portion = 0; portion < PORTIONS; portion++) {
                portions[portion] = counter.perCall(idle, COUNTED, () -> repeat(operation.getValue()));
            }
            Arrays.sort(portions);
            counts.put(operation.getKey(), portions[PORTIONS / 2]);
        }
        return counts;
    }

    private static void repeat(Rounds.Operation operation) throws Exception {
        for (int i = 0; i < COUNTED; i++) {
            operation.once();
        }
    }

    /** @return statements per second of a server without requests */
    private static double idle(CoppiceServer server, StatementCounter counter, CostReport report) throws Exception {
        var cpu = new CpuSample();
        var perSecond = new double[1];
        cpu.measure(server.pid(), () -> {
            perSecond[0] = counter.perSecond(IDLE);
            return 1;
        });
        report.target("idle, statements per second", perSecond[0], 5, "");
        report.note(
                String.format(Locale.ROOT, "Idle, CPU: %.2f %% of a core.", cpu.medianMicros() / IDLE.toMillis() / 10));
        return perSecond[0];
    }

    private Map<String, Rounds.Operation> operations(Client client) throws Exception {
        client.session("cost", "");
        for (int from = 0; from < HISTORY; from += 500) {
            client.send("POST", "/v1/sessions/cost/messages", BenchMessages.append(BenchContext.ids(from, from + 500)));
        }
        for (var session : List.of("append-0", "append-1", "append-2", "append-3")) {
            client.session(session, "");
        }
        var operations = new LinkedHashMap<String, Rounds.Operation>();
        operations.put(LIVE, () -> client.drain("/health/live") > 0);
        operations.put(LEAF, () -> client.drain("/v1/sessions/cost/leaf") > BenchMessages.BYTES);
        operations.put(WINDOW, () -> client.drain("/v1/sessions/cost/history?last=50") > 50 * BenchMessages.BYTES);
        operations.put(TURN, () -> client.drain("/v1/sessions/cost/turn?last=50") > 50 * BenchMessages.BYTES);
        operations.put(APPEND, () -> append(client));
        operations.put(FORK, () -> fork(client));
        return operations;
    }

    private boolean append(Client client) throws Exception {
        long number = ids.incrementAndGet();
        return client.append("append-" + number % CONNECTIONS, BenchMessages.append("a" + number));
    }

    private boolean fork(Client client) throws Exception {
        client.send("POST", "/v1/sessions/cost/fork", "{}".getBytes());
        return true;
    }
}
