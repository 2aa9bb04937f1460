package dev.coppice.bench;

import dev.coppice.bench.Rounds.Operation;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Compares the fork of a long session with that of a short one and with a copy of its rows. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ForkBench {
    private static final int SMALL = 100;
    private static final double AT_MOST = 1.5;

    /** Copies the rows of a session in one statement, as a store without shared rows would do for a fork. */
    private static final String COPY =
            """
            insert into bench_message (branch_id, depth, tree_id, message_id, seq, role, body, tokens, path_tokens,
            created_at) select %d, depth, %d, message_id, seq, role, body, tokens, path_tokens, created_at
            from bench_message where branch_id = %d""";

    private final int many = Scale.size(100_000);
    private final AtomicLong names = new AtomicLong();
    private BenchContext context;

    @Test
    @Order(1)
    void mariaDb() throws Exception {
        var database = MariaDb.shared().create("coppice_bench_forks");
        var raw = RawDatabase.mariaDb(MariaDb.shared().create("coppice_bench_forks_raw"));
        measure(database, raw, "fork-mariadb");
    }

    @Test
    @Order(2)
    void h2() throws Exception {
        var raw = RawDatabase.h2(ServerBench.empty(Path.of("target/it/bench-forks-raw")));
        measure(Database.H2, raw, "fork-h2");
    }

    private void measure(Database database, RawDatabase raw, String section) throws Exception {
        var report = new RatioReport("long", "short");
        System.out.println("\n" + section);
        try (var server =
                CoppiceServer.named("bench-" + section).database(database).start()) {
            context = new BenchContext(server, raw, new BaselineReport());
            long numberOfMany = context.load(source(many), "", many);
            context.load(source(SMALL), "", SMALL);
            forks(report);
            reads(report);
            copies(report, numberOfMany);
        } finally {
            report.write(Measurement.of(section, getClass(), database));
        }
    }

    private static String source(int size) {
        return "source-" + size;
    }

    private void forks(RatioReport report) throws Exception {
        Operation[] operations = {fork(many), fork(SMALL)};
        Rounds.inTurn(Scale.times(200), Duration.ofSeconds(15), operations);
        var samples = Rounds.inTurn(Scale.times(500), Duration.ofSeconds(20), operations);
        report.medians("fork of " + compared(), samples.get(0), samples.get(1), AT_MOST);
    }

    private Operation fork(int size) {
        return () -> {
            fork(size, "fork-" + names.incrementAndGet());
            return true;
        };
    }

    private void fork(int size, String name) throws Exception {
        var wanted = "{\"id\":\"%s\"}".formatted(name).getBytes(StandardCharsets.UTF_8);
        context.client().send("POST", "/v1/sessions/" + source(size) + "/fork", wanted);
    }

    private void reads(RatioReport report) throws Exception {
        fork(many, "read-many");
        fork(SMALL, "read-few");
        Operation[] operations = {read("read-many"), read("read-few")};
        Rounds.inTurn(Scale.times(200), Duration.ofSeconds(10), operations);
        var samples = Rounds.inTurn(Scale.times(500), Duration.ofSeconds(15), operations);
        report.medians("last 50 of the fork of " + compared(), samples.get(0), samples.get(1), AT_MOST);
    }

    private Operation read(String session) {
        return () -> {
            if (context.client().drain("/v1/sessions/" + session + "/history?last=50") < 50 * BenchMessages.BYTES) {
                throw new IllegalStateException(session + " was too short");
            }
            return true;
        };
    }

    private String compared() {
        return Histories.label(many) + " : " + Histories.label(SMALL);
    }

    /** Copies the same messages by plain JDBC in one transaction, in turn with forks. */
    private void copies(RatioReport report, long source) throws Exception {
        try (var connection = context.database().open()) {
            var next = new AtomicLong(1_000_000_000);
            var samples = Rounds.inTurn(
                    Scale.times(5), Duration.ofSeconds(60), fork(many), () -> copied(connection, source, next));
            report.note("fork of %s: %.2f ms; INSERT … SELECT of its rows: %,.0f ms, %,.0f times as long"
                    .formatted(
                            Histories.label(many),
                            samples.get(0).p50(),
                            samples.get(1).p50(),
                            samples.get(1).p50() / samples.get(0).p50()));
        }
    }

    private boolean copied(Connection connection, long source, AtomicLong next) throws Exception {
        long number = next.incrementAndGet();
        try (var statement = connection.createStatement()) {
            int rows = statement.executeUpdate(COPY.formatted(number, number, source));
            connection.commit();
            if (rows != many) {
                throw new IllegalStateException(rows + " rows were copied, not " + many);
            }
        }
        return true;
    }
}
