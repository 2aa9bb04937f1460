package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The time of a 401 does not show whether a token ever existed: unknown, malformed, revoked and expired tokens are refused
 * after times that differ no more than those of two unknown tokens. The requests alternate, so that other work on the
 * machine slows all of them down. Runs in the profile {@code chaos}.
 */
@DatabaseNeutral
@Isolated("measures times")
@Tag("chaos-only")
class RefusalTimesIT {
    private static final int RUNS = 15;
    private static final int ROUNDS = 150;
    private static final int WARM_UP = 10;
    private static final String UNKNOWN = "unknown";
    private static final String EQUAL = "another unknown";
    private static final Duration BOUND = Duration.ofMinutes(1);

    @Test
    void timeDoesNotShowWhyTokenIsRefused() {
        try (var server = CoppiceServer.named("refusals").lasting().start()) {
            var clients = new LinkedHashMap<String, Api>();
            clients.put(UNKNOWN, server.api().as("cop_" + "A".repeat(43)));
            clients.put(EQUAL, server.api().as("cop_" + "B".repeat(43)));
            clients.put("malformed", server.api().as("x"));
            clients.put("revoked", server.api().as(revoked(server.api())));
            clients.put("expired", server.api().as(expired(server.api())));
            for (int run = 0; run < WARM_UP; run++) {
                medians(clients);
            }
            var runs = new ArrayList<Map<String, Double>>();
            for (int run = 0; run < RUNS; run++) {
                runs.add(medians(clients));
            }
            compare(runs, clients.keySet());
        }
    }

    private static void compare(List<Map<String, Double>> runs, Iterable<String> kinds) {
        double equal = runs.stream()
                .mapToDouble(run -> Math.abs(run.get(EQUAL) - run.get(UNKNOWN)))
                .max()
                .orElseThrow();
        System.out.printf("two unknown tokens differ by up to %.0f µs in %d runs%n", equal, RUNS);
        var differing = new ArrayList<String>();
        for (var kind : kinds) {
            var differences = runs.stream()
                    .map(run -> run.get(kind) - run.get(UNKNOWN))
                    .sorted()
                    .toList();
            double median = differences.get(RUNS / 2);
            System.out.printf("%s: %+.0f µs (median of %d runs)%n", kind, median, RUNS);
            if (Math.abs(median) > equal) {
                differing.add(kind + " " + differences);
            }
        }
        assertEquals(List.of(), differing, "two unknown tokens differ by up to " + equal);
    }

    /** The median time of each kind of token, in microseconds. */
    private static Map<String, Double> medians(Map<String, Api> clients) {
        var times = new LinkedHashMap<String, List<Duration>>();
        clients.keySet().forEach(kind -> times.put(kind, new ArrayList<>()));
        var order = new ArrayList<>(clients.keySet());
        for (int round = 0; round < ROUNDS; round++) {
            Collections.rotate(order, 1);
            for (var kind : order) {
                var answer = clients.get(kind).get("/v1/sessions").send().expect(401);
                times.get(kind).add(answer.took());
            }
        }
        var medians = new LinkedHashMap<String, Double>();
        times.forEach((kind, all) ->
                medians.put(kind, all.stream().sorted().toList().get(ROUNDS / 2).toNanos() / 1e3));
        return medians;
    }

    private static String revoked(Api api) {
        var issued = api.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read")))
                .send()
                .expect(201);
        api.delete("/v1/tokens/{}", issued.at("/id")).send().expect(204);
        return issued.at("/token");
    }

    private static String expired(Api api) {
        var end = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.MILLIS).toString();
        var token = api.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read"), "expiresAt", end))
                .send()
                .expect(201)
                .at("/token");
        Await.until(
                "the token expires",
                BOUND,
                () -> api.as(token).get("/v1/sessions").send().status() == 401);
        return token;
    }
}
