package dev.coppice.bench;

import dev.coppice.bench.Rounds.Work;
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

/** What the fork of a long session costs beside that of a short one, and beside a copy of its rows. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ForkBench {
    private static final Path OUT = Path.of("target/bench");
    private static final int FEW = 100;
    private static final double AT_MOST = 1.5;

    /** As a store without shared rows makes a fork, from one session's rows to another's, in one statement. */
    private static final String COPY =
            """
            insert into bench_message (branch_id, depth, tree_id, message_id, seq, role, body, tokens, path_tokens,
            created_at) select %d, depth, %d, message_id, seq, role, body, tokens, path_tokens, created_at
            from bench_message where branch_id = %d""";

    private final int many = Scale.size(100_000);
    private final AtomicLong names = new AtomicLong();
    private Rig rig;

    @Test
    @Order(1)
    void mariaDb() throws Exception {
        var database = MariaDb.shared().create("coppice_bench_forks");
        var raw = Raw.mariaDb(MariaDb.shared().create("coppice_bench_forks_raw"));
        measure("Forks in Coppice on MariaDB", database, raw, OUT.resolve("forks-mariadb.md"));
    }

    @Test
    @Order(2)
    void h2() throws Exception {
        var raw = Raw.h2(ServerBench.empty(Path.of("target/it/bench-forks-raw")));
        measure("Forks in Coppice on H2", Database.H2, raw, OUT.resolve("forks-h2.md"));
    }

    private void measure(String title, Database database, Raw raw, Path file) throws Exception {
        var report = new RatioReport(title, "long", "short");
        System.out.println("\n" + title);
        var name = database.isMariaDb() ? "bench-forks-mariadb" : "bench-forks-h2";
        try (var server = CoppiceServer.named(name).database(database).start()) {
            rig = new Rig(server, raw, new Report(title));
            long numberOfMany = rig.load(source(many), "", many);
            rig.load(source(FEW), "", FEW);
            forks(report);
            reads(report);
            copies(report, numberOfMany);
        } finally {
            report.write(file);
        }
    }

    private static String source(int size) {
        return "source-" + size;
    }

    private void forks(RatioReport report) throws Exception {
        Work[] works = {fork(many), fork(FEW)};
        Rounds.inTurn(Scale.times(200), Duration.ofSeconds(15), works);
        var samples = Rounds.inTurn(Scale.times(500), Duration.ofSeconds(20), works);
        report.medians("fork of " + compared(), samples.get(0), samples.get(1), AT_MOST);
    }

    private Work fork(int size) {
        return () -> {
            fork(size, "fork-" + names.incrementAndGet());
            return true;
        };
    }

    private void fork(int size, String name) throws Exception {
        var wanted = "{\"id\":\"%s\"}".formatted(name).getBytes(StandardCharsets.UTF_8);
        rig.client().send("POST", "/v1/sessions/" + source(size) + "/fork", wanted);
    }

    private void reads(RatioReport report) throws Exception {
        fork(many, "read-many");
        fork(FEW, "read-few");
        Work[] works = {read("read-many"), read("read-few")};
        Rounds.inTurn(Scale.times(200), Duration.ofSeconds(10), works);
        var samples = Rounds.inTurn(Scale.times(500), Duration.ofSeconds(15), works);
        report.medians("last 50 of the fork of " + compared(), samples.get(0), samples.get(1), AT_MOST);
    }

    private Work read(String session) {
        return () -> {
            if (rig.client().drain("/v1/sessions/" + session + "/history?last=50") < 50 * Bodies.BYTES) {
                throw new IllegalStateException(session + " was too short");
            }
            return true;
        };
    }

    private String compared() {
        return Histories.label(many) + " : " + Histories.label(FEW);
    }

    /** The rows of the same messages, copied by plain JDBC in a transaction, in turn with forks. */
    private void copies(RatioReport report, long source) throws Exception {
        try (var connection = rig.raw().open()) {
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
