package dev.coppice.bench;

import dev.coppice.bench.Rounds.Operation;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import dev.coppice.support.PostgreSql;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Compares PostgreSQL with MariaDB: appends and histories on two servers, one on each database. Rounds of both
 * alternate, so that other load on the machine affects both. On a busy machine most of the time of an answer is the
 * time in which threads wait for a core; for that case the CPU time of server and database is compared, too.
 */
class DatabasesBench {
    private static final int ROUNDS = 6;
    private static final int TIMES = 200;
    private static final double LIMIT = 1.3;
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final int WARM_UPS = 2;
    private static final Duration ROUND = Duration.ofMillis(1500);

    private final AtomicLong ids = new AtomicLong();
    private final RatioReport report = new RatioReport("PostgreSQL", "MariaDB");
    private Client postgreSql;
    private Client mariaDb;
    private RequestCpu postgreSqlCpu;
    private RequestCpu mariaDbCpu;

    @Test
    void appendsAndHistories() throws Exception {
        var postgres = PostgreSql.shared().create("coppice_bench");
        var maria = MariaDb.shared().create("coppice_bench");
        try (var one = CoppiceServer.named("bench-postgresql")
                        .database(postgres)
                        .start();
                var other = CoppiceServer.named("bench-mariadb").database(maria).start()) {
            postgreSql = new Client(one);
            mariaDb = new Client(other);
            postgreSqlCpu = new RequestCpu(one.pid(), PostgreSql.shared().pid());
            mariaDbCpu = new RequestCpu(other.pid(), MariaDb.shared().pid());
            for (var client : List.of(postgreSql, mariaDb)) {
                load(client, 1_000);
                load(client, Scale.size(10_000));
            }
            warmUp();
            appends("append, 1 writer", 1, true, 1);
            appends("append, 8 writers, one session", 8, true, 1);
            appends("append, 8 writers, 8 sessions", 8, false, 1);
            appends("append of 100 messages, 1 writer", 1, true, 100);
            histories("history of 1,000", path(1_000));
            histories("history of " + Scale.size(10_000), path(Scale.size(10_000)));
            histories("last 50 of " + Scale.size(10_000), path(Scale.size(10_000)) + "?last=50");
            report.write(new Measurement("databases", DatabasesBench.class, version(postgres) + ", " + version(maria)));
        }
    }

    /** In turns, so that neither server has a head start in compiling its code. */
    private void warmUp() throws Exception {
        for (int i = 0; i < WARM_UPS; i++) {
            for (var client : List.of(postgreSql, mariaDb)) {
                Rounds.together(new Sample(), scaled(WARM_UP), appends(client, 8, false, 1));
                Rounds.together(new Sample(), scaled(WARM_UP), histories(client));
            }
        }
    }

    private static Duration scaled(Duration time) {
        return Scale.round(time.toMillis());
    }

    private static String path(int size) {
        return "/v1/sessions/path-" + size + "/history";
    }

    private static void load(Client client, int size) throws Exception {
        client.session("path-" + size, "");
        for (int from = 0; from < size; from += 1000) {
            var body = BenchMessages.append(BenchContext.ids(from, Math.min(size, from + 1000)));
            client.send("POST", "/v1/sessions/path-" + size + "/messages", body);
        }
    }

    private List<Operation> appends(Client client, int writers, boolean oneSession, int batch) throws Exception {
        var operations = new ArrayList<Operation>();
        String session = null;
        for (int i = 0; i < writers; i++) {
            if (session == null || !oneSession) {
                session = "appends-" + ids.incrementAndGet();
                client.session(session, "");
            }
            var mine = session;
            operations.add(() -> {
                int from = (int) ids.getAndAdd(batch);
                return client.append(mine, BenchMessages.append(BenchContext.ids(from, from + batch)));
            });
        }
        return operations;
    }

    private static List<Operation> histories(Client client) {
        var longPath = path(Scale.size(10_000));
        return List.of(
                () -> client.drain(path(1_000)) > 0,
                () -> client.drain(longPath) > 0,
                () -> client.drain(longPath + "?last=50") > 0);
    }

    private void appends(String operation, int writers, boolean oneSession, int batch) throws Exception {
        beginCpu();
        var pair = Rounds.alternate(
                ROUNDS,
                scaled(ROUND),
                appends(postgreSql, writers, oneSession, batch),
                appends(mariaDb, writers, oneSession, batch));
        report(operation, pair.server(), pair.baseline());
    }

    private void histories(String operation, String path) throws Exception {
        beginCpu();
        var samples = Rounds.inTurn(
                TIMES, Duration.ofSeconds(60), () -> postgreSql.drain(path) > 0, () -> mariaDb.drain(path) > 0);
        report(operation, samples.get(0), samples.get(1));
    }

    private void beginCpu() throws IOException {
        postgreSqlCpu.begin();
        mariaDbCpu.begin();
    }

    private void report(String operation, Sample one, Sample other) throws IOException {
        report.medians(operation, one, other, LIMIT);
        double cpu = postgreSqlCpu.millis(one.count());
        double otherCpu = mariaDbCpu.millis(other.count());
        report.note(String.format(
                Locale.ROOT,
                "CPU of server and database, %s: PostgreSQL %.2f ms, MariaDB %.2f ms, %.2f ×",
                operation,
                cpu,
                otherCpu,
                cpu / otherCpu));
    }

    private static String version(Database database) throws SQLException {
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password())) {
            var about = connection.getMetaData();
            return about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
        }
    }
}
