package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * {@code mvn verify -Pbench}: the figures, on both databases, one after the other. It fails when the server answers
 * wrongly, not when it is slow; what the figures ought to be stands beside them.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServerBench {

    private static final Path OUT = Path.of("target/bench");

    @Test
    @Order(1)
    void mariaDb() throws Exception {
        var database = MariaDb.shared().create("coppice_bench");
        var raw = Raw.mariaDb(MariaDb.shared().create("coppice_bench_raw"));
        measure("Coppice on MariaDB", database, raw, OUT.resolve("mariadb.md"));
    }

    @Test
    @Order(2)
    void h2() throws Exception {
        measure("Coppice on H2", Database.H2, Raw.h2(empty(Path.of("target/it/bench-raw"))), OUT.resolve("h2.md"));
    }

    private static void measure(String title, Database database, Raw raw, Path file) throws Exception {
        var report = new Report(title);
        System.out.println("\n" + title);
        var name = database.isMariaDb() ? "bench-mariadb" : "bench-h2";
        try (var server = CoppiceServer.named(name).database(database).start()) {
            var rig = new Rig(server, raw, report);
            try {
                // Appends come late: compiling all that a server runs takes minutes on two shared cores.
                WarmUp.of(rig);
                long longest = Histories.measure(rig);
                Streams.measure(rig);
                Combs.measure(rig);
                Edits.measure(rig, longest);
                Lists.measure(rig);
                Lists.measureLongSessions(rig);
                Appends.measure(rig);
                HotSession.measure(rig);
            } finally {
                report.write(file, version(raw));
            }
        }
    }

    private static String version(Raw raw) throws SQLException {
        try (var connection = raw.open()) {
            var about = connection.getMetaData();
            return about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
        }
    }

    static Path empty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (var files = Files.walk(directory)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(directory);
    }
}
