package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.MariaDb;
import dev.coppice.support.SharedServer;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** While a model works, nobody holds a transaction. MariaDB tells which ones are open. */
@DatabaseNeutral
@RunsAlone("reads the locks of the whole database")
class CompactionLocksIT extends MemoryApi {
    /** Within the time that the model is waited for. */
    private static final Duration SOON = Duration.ofSeconds(8);

    private static final String OPEN =
            """
            select t.trx_mysql_thread_id, t.trx_started from information_schema.innodb_trx t
            join information_schema.processlist p on p.id = t.trx_mysql_thread_id where p.db = ?""";

    private static final String LLM = ",'summarizer':'llm'";

    private final Gate gate = new Gate();

    @BeforeEach
    void onlyWhereTransactionsAreTold() {
        assumeTrue(Databases.mariaDb(), "H2's file is the server's own");
        SharedServer.model().play(gate.answering("A summary."));
    }

    /** Those of the server's database, also of whoever only reads. Other users' ones are for root to see. */
    private static Set<String> transactions() throws SQLException {
        var url = SharedServer.server().database().url();
        try (var connection = DriverManager.getConnection(MariaDb.shared().url("mysql"), "root", "");
                var pause = connection.createStatement();
                var select = connection.prepareStatement(OPEN)) {
            select.setString(1, url.substring(url.lastIndexOf('/') + 1));
            // MariaDB tells the same as before to whoever asks again within a tenth of a second.
            pause.execute("select sleep(0.2)");
            var open = new HashSet<String>();
            try (var row = select.executeQuery()) {
                while (row.next()) {
                    open.add(row.getString(1) + " since " + row.getString(2));
                }
            }
            return open;
        }
    }

    /** The server's own turns have short ones: one that is held is there at each look. */
    private void nobodyHoldsAny() throws SQLException {
        Gate.await(gate.asked());
        try {
            var held = transactions();
            Await.until("no transaction is held", SOON, () -> {
                held.retainAll(transactions());
                if (!held.isEmpty()) {
                    throw new IllegalStateException(held.toString());
                }
                return true;
            });
        } finally {
            gate.open().countDown();
        }
    }

    private static boolean isCompacted(String session) {
        return path(session).stream().anyMatch(id -> id.startsWith("compaction_"));
    }

    @Test
    void openOnesAreTold() throws SQLException {
        try (var connection = Databases.connect(SharedServer.server());
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery("select count(*) from session").close();
            Await.until("it is told", SOON, () -> !transactions().isEmpty());
            connection.rollback();
        }
    }

    @Test
    void whenSomebodyAsksForACompaction() throws SQLException {
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var running = CompletableFuture.supplyAsync(() -> compact(id));
        nobodyHoldsAny();
        running.join().expect(200);
        assertTrue(isCompacted(id));
    }

    @Test
    void whenAnAppendWaitsForOne() throws SQLException {
        var id = sessionWithCompaction(LLM + ",'compactAfter':200,'mode':'sync'");
        var running = CompletableFuture.supplyAsync(() -> talk(id, 0, 20));
        nobodyHoldsAny();
        running.join();
        assertTrue(isCompacted(id));
    }

    @Test
    void whenARunningSummaryIsMade() throws SQLException {
        var id = session();
        talk(id, 0, 4);
        var running = CompletableFuture.supplyAsync(() -> summarize(id));
        nobodyHoldsAny();
        running.join().expect(200);
    }

    @Test
    void whenAUserIsAnalysed() throws SQLException {
        SharedServer.model().play(gate.answering("{\"tone\":\"calm\"}"));
        var user = unique("user");
        sessionOfUser(user, "I like hazel.");
        var running = CompletableFuture.supplyAsync(() -> analyze(user));
        nobodyHoldsAny();
        running.join().expect(200);
    }

    @Test
    void whenOneRunsByItself() throws SQLException {
        var id = sessionWithCompaction(LLM + ",'compactAfter':200");
        talk(id, 0, 20);
        nobodyHoldsAny();
        Await.until("it is compacted", Duration.ofSeconds(60), () -> isCompacted(id));
    }
}
