package dev.coppice.client;

import java.time.Duration;
import java.util.UUID;

/**
 * Creates clients of a real server, each for a new tenant. The environment variables {@code COPPICE_URL} and
 * {@code COPPICE_TOKEN} name the server.
 */
final class Server {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private Server() {}

    static Coppice newTenant() {
        var tenant = "java-" + UUID.randomUUID();
        var body = "{\"tenant\":\"" + tenant + "\",\"name\":\"java\",\"scopes\":[\"admin\",\"write\"]}";
        var token = Json.of(
                Coppice.fromEnvironment().send("POST", "/v1/tokens", body).json());
        return Coppice.connect(System.getenv("COPPICE_URL"), token.string("token"))
                .times(TIMEOUT, DEADLINE);
    }
}
