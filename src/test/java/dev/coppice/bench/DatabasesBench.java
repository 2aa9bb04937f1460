package dev.coppice.bench;

import dev.coppice.bench.Rounds.Operation;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import dev.coppice.support.PostgreSql;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Compares PostgreSQL with MariaDB: appends and histories on two servers, one on each database. Rounds of both alternate,
 * so that other load on the machine affects both.
 */
class DatabasesBench {
    private static final int ROUNDS = 6;
    private static final int TIMES = 100;
    private static final double LIMIT = 1.3;
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration ROUND = Duration.ofMillis(1500);

    private final AtomicLong ids = new AtomicLong();
    private final RatioReport report = new RatioReport("PostgreSQL", "MariaDB");
    private Client postgreSql;
    private Client mariaDb;

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
            for (var client : List.of(postgreSql, mariaDb)) {
                load(client, 1_000);
                load(client, Scale.size(10_000));
                Rounds.together(new Sample(), scaled(WARM_UP), appends(client, 8, false, 1));
                Rounds.together(new Sample(), scaled(WARM_UP.dividedBy(4)), histories(client));
            }
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
        return List.of(
                () -> client.drain(path(1_000)) > 0, () -> client.drain(path(Scale.size(10_000)) + "?last=50") > 0);
    }

    private void appends(String operation, int writers, boolean oneSession, int batch) throws Exception {
        var pair = Rounds.alternate(
                ROUNDS,
                scaled(ROUND),
                appends(postgreSql, writers, oneSession, batch),
                appends(mariaDb, writers, oneSession, batch));
        report.medians(operation, pair.server(), pair.baseline(), LIMIT);
    }

    private void histories(String operation, String path) throws Exception {
        var samples = Rounds.inTurn(
                TIMES, Duration.ofSeconds(60), () -> postgreSql.drain(path) > 0, () -> mariaDb.drain(path) > 0);
        report.medians(operation, samples.get(0), samples.get(1), LIMIT);
    }

    private static String version(Database database) throws SQLException {
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password())) {
            var about = connection.getMetaData();
            return about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
        }
    }
}
