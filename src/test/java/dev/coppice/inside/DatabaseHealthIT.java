package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.db.Connections;
import jakarta.annotation.Resource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Readiness while all connections to the database are in use. */
class DatabaseHealthIT extends InsideTest {
    /** Default of {@code coppice.db.connections}. */
    private static final int CONNECTIONS = 32;

    /** Shorter than the five seconds for which requests wait for a connection. */
    private static final Duration BOUND = Duration.ofSeconds(4);

    @Resource(lookup = Connections.TRANSACTIONS)
    private DataSource source;

    @Test
    void busyNodeIsReadyAndAnswersAtOnce() throws Exception {
        var uri = URI.create("http://127.0.0.1:" + System.getProperty("coppice.http.port") + "/health/ready");
        var open = new ArrayList<Connection>();
        try {
            while (open.size() < CONNECTIONS) {
                open.add(source.getConnection());
            }
            var request = HttpRequest.newBuilder(uri).timeout(BOUND).build();
            var health = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            assertEquals(200, health.statusCode());
            assertTrue(health.body().contains("\"database\":\"UP\""), health.body());
        } finally {
            for (var connection : open) {
                connection.close();
            }
        }
    }
}
