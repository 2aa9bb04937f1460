package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Two nodes on one database: one at a time sweeps, and when it dies the other one does. */
@DatabaseNeutral
class SweepLeaseIT extends SearchApi {

    private static CoppiceServer.Plan node(String name) {
        return CoppiceServer.named(name)
                .environment("COPPICE_NODE", name)
                .environment("COPPICE_SWEEP_INTERVAL", "PT0.2S");
    }

    /** Makes a session that lives for a second, and waits until it is absent. */
    private static void expire(Api api, String id) {
        api.post("/v1/sessions")
                .json(Json.object("id", id, "ttlSeconds", 1))
                .send()
                .expect(201);
        Await.until("it expires", SOON, () -> api.head(SESSION, id).send().status() == 404);
    }

    private static boolean isInTheTable(Connection database, String id) throws SQLException {
        try (var select = database.prepareStatement("select 1 from session where session_id = ?")) {
            select.setString(1, id);
            try (var rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    @Test
    void whoeverHasTheLeaseSweeps() throws SQLException {
        assumeTrue(Databases.mariaDb(), "H2's file is one server's own");
        try (var one = node("sweep-one").start();
                var two = node("sweep-two").database(one.database()).start();
                var lease = Databases.connect(one);
                var looking = Databases.connect(one)) {
            lease.setAutoCommit(false);
            try (var lock = lease.createStatement()) {
                lock.executeQuery("select name from lease for update").close();
            }
            // Both nodes' timers have turned several times when the second one is over.
            expire(one.api(), "first");
            expire(one.api(), "second");
            assertTrue(isInTheTable(looking, "first"), "nobody sweeps without the lease");
            one.kill9();
            lease.rollback();
            Await.until("the other node sweeps", Duration.ofSeconds(30), () -> !isInTheTable(looking, "first"));
            assertTrue(two.pid() > 0);
        }
    }
}
