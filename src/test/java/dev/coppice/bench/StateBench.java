package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares appending an item to a list of 10,000 items with a list of 100 and with plain JDBC. */
class StateBench {
    private static final int LONG = 10_000;
    private static final int SHORT = 100;

    /** Short lists are used in turn, so that they stay short. */
    private static final int SHORT_LISTS = 25;

    private static final double AT_MOST = 1.3;
    private static final String ITEM = "{\"role\":\"assistant\",\"text\":\"" + "x".repeat(360) + "\"}";

    private Client client;
    private int turn;

    @Test
    void mariaDb() throws Exception {
        var raw = RawDatabase.mariaDb(MariaDb.shared().create("coppice_bench_state_raw"));
        measure("state-mariadb", MariaDb.shared().create("coppice_bench_state"), raw);
    }

    @Test
    void h2() throws Exception {
        var raw =
                RawDatabase.h2(Files.createTempDirectory(Files.createDirectories(Path.of("target/it")), "bench-state"));
        measure("state-h2", Database.H2, raw);
    }

    private void measure(String name, Database database, RawDatabase raw) throws Exception {
        var report = new BaselineReport();
        System.out.println("\n" + name);
        String product;
        try (var server =
                        CoppiceServer.named("bench-" + name).database(database).start();
                var connection = raw.open()) {
            product = connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion();
            client = new Client(server);
            fill(connection);
            Rounds.Operation[] operations = {
                () -> append("long"),
                () -> append("short" + next()),
                () -> rawAppend(connection, 0),
                () -> rawAppend(connection, 1 + next())
            };
            Rounds.inTurn(Scale.times(1000), Duration.ofSeconds(60), operations);
            var samples = Rounds.inTurn(Scale.times(1000), Duration.ofSeconds(60), operations);
            report.row("append of one item at " + LONG, samples.get(0), samples.get(2));
            report.row("append of one item at " + SHORT, samples.get(1), samples.get(3));
            report.target(
                    "append of an item at " + LONG + ": at " + SHORT,
                    samples.get(0).p50() / samples.get(1).p50(),
                    AT_MOST,
                    " ×");
        }
        report.write(new Measurement(name, getClass(), product));
    }

    private int next() {
        return turn++ / 2 % SHORT_LISTS;
    }

    private void fill(Connection connection) throws Exception {
        try (var statement = connection.createStatement()) {
            statement.execute("create table bench_list (id bigint primary key, items integer not null)");
            statement.execute("create table bench_item (list_id bigint not null, place bigint not null, body "
                    + (connection.getMetaData().getDatabaseProductName().equals("H2") ? "blob" : "longblob")
                    + " not null, primary key (list_id, place))");
        }
        fill("long", LONG);
        rawFill(connection, 0, LONG);
        for (int i = 0; i < SHORT_LISTS; i++) {
            fill("short" + i, SHORT);
            rawFill(connection, 1 + i, SHORT);
        }
    }

    private void fill(String session, int size) throws Exception {
        client.session(session, "");
        var items = IntStream.range(0, size).mapToObj(i -> ITEM).collect(Collectors.joining(",", "[", "]"));
        client.send("PUT", "/v1/sessions/" + session + "/values/l", items.getBytes(StandardCharsets.UTF_8));
    }

    private boolean append(String session) throws Exception {
        client.send(
                "POST",
                "/v1/sessions/" + session + "/values/l/items",
                ("{\"items\":[" + ITEM + "]}").getBytes(StandardCharsets.UTF_8));
        return true;
    }

    private static void rawFill(Connection connection, long list, int size) throws Exception {
        try (var row = connection.prepareStatement("insert into bench_list values (?, ?)");
                var item = connection.prepareStatement("insert into bench_item values (?, ?, ?)")) {
            row.setLong(1, list);
            row.setInt(2, size);
            row.executeUpdate();
            for (int i = 0; i < size; i++) {
                item.setLong(1, list);
                item.setLong(2, i);
                item.setBytes(3, ITEM.getBytes(StandardCharsets.UTF_8));
                item.addBatch();
            }
            item.executeBatch();
        }
        connection.commit();
    }

    /** Appends as the server does: locks the row of the list first, all in one transaction. */
    private static boolean rawAppend(Connection connection, long list) throws Exception {
        try (var lock = connection.prepareStatement("select items from bench_list where id = ? for update");
                var insert = connection.prepareStatement("insert into bench_item values (?, ?, ?)");
                var update = connection.prepareStatement("update bench_list set items = items + 1 where id = ?")) {
            lock.setLong(1, list);
            var row = lock.executeQuery();
            row.next();
            insert.setLong(1, list);
            insert.setLong(2, row.getInt(1));
            insert.setBytes(3, ITEM.getBytes(StandardCharsets.UTF_8));
            insert.executeUpdate();
            update.setLong(1, list);
            update.executeUpdate();
        }
        connection.commit();
        return true;
    }
}
