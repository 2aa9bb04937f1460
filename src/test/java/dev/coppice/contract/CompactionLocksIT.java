package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.SharedServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No transaction is held open during a model call. A database server lists the open ones. */
@DatabaseNeutral
@RunsAlone("reads the locks of the whole database")
class CompactionLocksIT extends MemoryApi {
    /** Shorter than the timeout of the model call. */
    private static final Duration SOON = Duration.ofSeconds(8);

    private static final String LLM = ",'summarizer':'llm'";

    private final Gate gate = new Gate();

    @BeforeEach
    void requireServer() {
        assumeTrue(Databases.areOnServer(), "only the server can open the file of H2");
        SharedServer.model().play(gate.answering("A summary."));
    }

    private static Set<String> openTransactions() throws SQLException {
        return Databases.server().openTransactions(SharedServer.server().database());
    }

    /** Periodic tasks of the server open short transactions: a held one is present in every sample. */
    private void assertNoTransactionIsHeld() throws SQLException {
        Gate.await(gate.asked());
        try {
            var held = openTransactions();
            Await.until("no transaction is held", SOON, () -> {
                held.retainAll(openTransactions());
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
    void openTransactionsAreDetected() throws SQLException {
        try (var connection = Databases.connect(SharedServer.server());
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery("select count(*) from session").close();
            Await.until("the open transaction is listed", SOON, () -> !openTransactions()
                    .isEmpty());
            connection.rollback();
        }
    }

    @Test
    void requestedCompactionHoldsNoTransaction() throws SQLException {
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var running = CompletableFuture.supplyAsync(() -> compact(id));
        assertNoTransactionIsHeld();
        running.join().expect(200);
        assertTrue(isCompacted(id));
    }

    @Test
    void appendWaitingForCompactionHoldsNoTransaction() throws SQLException {
        var id = sessionWithCompaction(LLM + ",'compactAfter':200,'mode':'sync'");
        var running = CompletableFuture.supplyAsync(() -> talk(id, 0, 20));
        assertNoTransactionIsHeld();
        running.join();
        assertTrue(isCompacted(id));
    }

    @Test
    void summaryUpdateHoldsNoTransaction() throws SQLException {
        var id = session();
        talk(id, 0, 4);
        var running = CompletableFuture.supplyAsync(() -> summarize(id));
        assertNoTransactionIsHeld();
        running.join().expect(200);
    }

    @Test
    void analysisHoldsNoTransaction() throws SQLException {
        SharedServer.model().play(gate.answering("{\"tone\":\"calm\"}"));
        var user = unique("user");
        sessionOfUser(user, "I like hazel.");
        var running = CompletableFuture.supplyAsync(() -> analyze(user));
        assertNoTransactionIsHeld();
        running.join().expect(200);
    }

    @Test
    void automaticCompactionHoldsNoTransaction() throws SQLException {
        var id = sessionWithCompaction(LLM + ",'compactAfter':200");
        talk(id, 0, 20);
        assertNoTransactionIsHeld();
        Await.until("the session is compacted", Duration.ofSeconds(60), () -> isCompacted(id));
    }
}
