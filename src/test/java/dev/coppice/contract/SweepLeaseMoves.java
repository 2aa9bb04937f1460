package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import dev.coppice.support.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** One node at a time sweeps; when it dies, the other one does. Only with two nodes. */
final class SweepLeaseMoves extends SearchApi implements RestartCase {
    private static final Duration BOUND = Duration.ofMinutes(2);

    private final String first = unique("first");
    private final String second = unique("second");
    private Connection lease;
    private Connection reading;

    @Override
    public void prepare() throws SQLException {
        lease = Databases.connect(TestServers.first());
        reading = Databases.connect(TestServers.first());
        lease.setAutoCommit(false);
        try (var lock = lease.createStatement()) {
            lock.executeQuery("select name from lease for update").close();
        }
        // Both nodes have tried to sweep several times when the second session has expired.
        expire(TestServers.first().api(), first);
        expire(TestServers.second(), second);
        assertTrue(isStored(first), "no node sweeps without the lease");
    }

    /** Creates a session that expires after a second, and waits until it is absent. */
    private static void expire(Api api, String id) {
        api.post("/v1/sessions")
                .json(Json.object("id", id, "ttlSeconds", 1))
                .send()
                .expect(201);
        Await.until(
                "the session expires", SOON, () -> api.head(SESSION, id).send().status() == 404);
    }

    private boolean isStored(String id) throws SQLException {
        try (var select = reading.prepareStatement("select 1 from session where session_id = ?")) {
            select.setString(1, id);
            try (var rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    @Override
    public void whileDown() throws SQLException {
        lease.rollback();
        Await.until("the other node sweeps", BOUND, () -> !isStored(first));
    }

    @Override
    public void check() throws SQLException {
        Await.until("the second session is swept, too", BOUND, () -> !isStored(second));
        lease.close();
        reading.close();
    }
}
