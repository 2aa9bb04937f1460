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
 * Measures appends, histories, edits and lists on both databases. Fails if a response is wrong, not if it is slow; the
 * targets are printed beside the figures.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServerBench {

    @Test
    @Order(1)
    void mariaDb() throws Exception {
        var database = MariaDb.shared().create("coppice_bench");
        var raw = RawDatabase.mariaDb(MariaDb.shared().create("coppice_bench_raw"));
        measure("server-mariadb", database, raw);
    }

    @Test
    @Order(2)
    void h2() throws Exception {
        measure("server-h2", Database.H2, RawDatabase.h2(empty(Path.of("target/it/bench-raw"))));
    }

    private static void measure(String section, Database database, RawDatabase raw) throws Exception {
        var report = new BaselineReport();
        System.out.println("\n" + section);
        try (var server =
                CoppiceServer.named("bench-" + section).database(database).start()) {
            var context = new BenchContext(server, raw, report);
            try {
                // Appends are measured late: the JIT compiler needs minutes on two shared cores.
                WarmUp.of(context);
                long longest = Histories.measure(context);
                StreamingHeap.measure(context);
                CombTree.measure(context);
                Edits.measure(context, longest);
                Lists.measure(context);
                Lists.measureLongSessions(context);
                Appends.measure(context);
                HotSession.measure(context);
            } finally {
                report.write(new Measurement(section, ServerBench.class, version(raw)));
            }
        }
    }

    private static String version(RawDatabase raw) throws SQLException {
        try (var connection = raw.open()) {
            var about = connection.getMetaData();
            return about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
        }
    }

    /** Creates an empty directory; deletes what an earlier run left there. */
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
