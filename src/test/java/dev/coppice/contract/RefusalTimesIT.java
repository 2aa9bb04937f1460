package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Json;
import dev.coppice.support.OpenIdProvider;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The time of a 401 does not show whether a token ever existed: unknown, malformed, revoked and expired tokens are refused
 * after times that differ no more than those of two unknown tokens, or by five percent. The same holds for JWTs,
 * compared with those whose signature is invalid. The requests alternate, so that other work on the
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
    private static final String FORGED = "forged JWT";
    private static final String FORGED_TOO = "another forged JWT";
    private static final String AUDIENCE = "https://coppice.example.com";
    private static final double SHARE = 0.05;
    private static final Duration BOUND = Duration.ofMinutes(1);

    private static OpenIdProvider provider;
    private static CoppiceServer server;

    @BeforeAll
    static void start() {
        provider = new OpenIdProvider().rsa("rsa", 2048);
        server = CoppiceServer.named("refusals")
                .environment("COPPICE_OAUTH_ISSUER", provider.issuer())
                .environment("COPPICE_OAUTH_AUDIENCE", AUDIENCE)
                .lasting()
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
        provider.close();
    }

    @Test
    void timeDoesNotShowWhyTokenIsRefused() {
        var clients = new LinkedHashMap<String, Api>();
        clients.put(UNKNOWN, server.api().as("cpc_" + "A".repeat(43)));
        clients.put(EQUAL, server.api().as("cpc_" + "B".repeat(43)));
        clients.put("malformed", server.api().as("x"));
        clients.put("revoked", server.api().as(revoked(server.api())));
        clients.put("expired", server.api().as(expired(server.api())));
        compare(clients, UNKNOWN, EQUAL);
    }

    /** All have the form of a JWT of the provider; the two that are compared with have an invalid signature. */
    @Test
    void timeDoesNotShowWhyJwtIsRefused() {
        var claims = provider.claims(AUDIENCE, "default", "read");
        var parts = provider.sign("rsa", claims).split("\\.");
        assertEquals(
                200,
                server.api()
                        .as(String.join(".", parts))
                        .get("/v1/sessions")
                        .send()
                        .status());
        var clients = new LinkedHashMap<String, Api>();
        for (var name : List.of(FORGED, FORGED_TOO)) {
            var signature =
                    provider.sign("rsa", claims.deepCopy().put("sub", name)).split("\\.")[2];
            clients.put(name, server.api().as(parts[0] + '.' + parts[1] + '.' + signature));
        }
        clients.put("expired JWT", jwt(claims.deepCopy().put("exp", System.currentTimeMillis() / 1000 - 3600)));
        clients.put("JWT for others", jwt(claims.deepCopy().put("aud", "https://other.example.com")));
        clients.put("JWT without tenant", jwt(claims.deepCopy().without("tenant")));
        compare(clients, FORGED, FORGED_TOO);
    }

    private static Api jwt(Object claims) {
        return server.api().as(provider.sign("rsa", claims));
    }

    /**
     * Measures the times of all kinds. They may differ from the reference by as much as another one that is equal does,
     * or by five percent.
     */
    private static void compare(Map<String, Api> clients, String reference, String equal) {
        for (int run = 0; run < WARM_UP; run++) {
            medians(clients);
        }
        var runs = new ArrayList<Map<String, Double>>();
        for (int run = 0; run < RUNS; run++) {
            runs.add(medians(clients));
        }
        double noise = runs.stream()
                .mapToDouble(run -> Math.abs(run.get(equal) - run.get(reference)))
                .max()
                .orElseThrow();
        double usual = runs.stream()
                .mapToDouble(run -> run.get(reference))
                .sorted()
                .skip(RUNS / 2)
                .findFirst()
                .orElseThrow();
        System.out.printf(
                "%s: %.0f µs; %s differs by up to %.0f µs in %d runs%n", reference, usual, equal, noise, RUNS);
        double allowed = Math.max(noise, SHARE * usual);
        var differing = new ArrayList<String>();
        for (var kind : clients.keySet()) {
            var differences = runs.stream()
                    .map(run -> run.get(kind) - run.get(reference))
                    .sorted()
                    .toList();
            double median = differences.get(RUNS / 2);
            System.out.printf("%s: %+.0f µs (median of %d runs)%n", kind, median, RUNS);
            if (Math.abs(median) > allowed) {
                differing.add(kind + " " + differences);
            }
        }
        assertEquals(List.of(), differing, "allowed are " + allowed);
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
