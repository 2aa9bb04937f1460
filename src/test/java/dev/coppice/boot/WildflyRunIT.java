package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.MavenProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code mvn wildfly:run} as a user runs it. Takes a minute, so it runs in the profile {@code wildfly-run} only. */
class WildflyRunIT {
    private static final Duration READY = Duration.ofMinutes(5);
    private static final int END_SECONDS = 60;

    @Test
    void serverOnOtherPortsIsDeployedAndEndsWithMaven() throws Exception {
        try (var run = MavenProcess.runServer("wildfly-run", MavenProcess.freePort(), MavenProcess.freePort())) {
            assertEquals(List.of(503, 401), statusesUntilDeployed(run));
            Await.until(
                    "the server is ready",
                    READY,
                    () -> run.api().get("/health/ready").send().status() == 200);
            assertTrue(run.output().contains("Coppice listens on "), "the line that tells it");
            for (var other : List.of("coppice-server.zip", "coppice-bundled.war")) {
                assertFalse(run.output().contains(other), "the server does not need " + other);
            }
            var server = run.server().orElseThrow();
            run.terminate();
            server.onExit().get(END_SECONDS, TimeUnit.SECONDS);
            assertFalse(server.isAlive());
            assertTrue(run.output().contains("WFLYSRV0050"), "the server has not stopped in an orderly way");
            assertFalse(run.serverConfiguration().contains("<deployments>"), "tests could not use the server");
        }
    }

    /**
     * The different statuses of requests without a token, from the start to the deployment. Not 404, which would tell a
     * client that its session does not exist.
     */
    private static List<Integer> statusesUntilDeployed(MavenProcess run) {
        var client = HttpClient.newHttpClient();
        var request =
                HttpRequest.newBuilder(run.uri().resolve("/v1/sessions/s")).build();
        var statuses = new LinkedHashSet<Integer>();
        Await.until("the application is deployed", READY, () -> {
            assertTrue(run.isAlive(), run::output);
            var answer = client.send(request, BodyHandlers.ofString());
            statuses.add(answer.statusCode());
            assertEquals(
                    answer.statusCode() == 503,
                    answer.headers().firstValue("Retry-After").isPresent(),
                    answer::body);
            return answer.statusCode() != 503;
        });
        return List.copyOf(statuses);
    }

    @Test
    void occupiedPortEndsMavenBeforeTheServerStarts() throws Exception {
        try (var occupied = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                var run = MavenProcess.runServer(
                        "wildfly-run-occupied", occupied.getLocalPort(), MavenProcess.freePort())) {
            assertNotEquals(0, run.awaitExit((int) READY.toSeconds()));
            var end = run.output().lines().toList();
            var message = "Port " + occupied.getLocalPort() + " of 127.0.0.1 cannot be used";
            assertTrue(
                    end.subList(Math.max(0, end.size() - 20), end.size()).stream()
                            .anyMatch(line -> line.contains(message) && line.contains("COPPICE_HTTP_PORT")),
                    run::output);
            assertEquals(
                    0, end.stream().filter(line -> line.contains("WFLYSRV0049")).count());
        }
    }
}
