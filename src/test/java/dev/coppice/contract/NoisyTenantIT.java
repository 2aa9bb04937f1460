package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A tenant that sends 200 times its quota makes the requests of another tenant at most twice as slow: compared are the
 * 99th percentiles of runs with and without the noise, one after the other, after both were repeated until the server's
 * code is compiled. The noisy clients run on the server's machine. So their rate is fixed, and they write prepared bytes to
 * sockets: otherwise the test would compare how the machine shares its processors among them and the server. Runs in the
 * profile {@code chaos}.
 */
@DatabaseNeutral
@Isolated("measures times")
@Tag("chaos-only")
class NoisyTenantIT {
    private static final int RUNS = 5;
    private static final int REQUESTS = 400;
    private static final int WARM_UP = 1500;
    private static final int QUOTA = 5;
    private static final int NOISY_CLIENTS = 4;

    /** Requests per second of all noisy clients together. */
    private static final int NOISE = 200 * QUOTA;

    private static final double SLOWER = 2;
    private static final String NOISY = "noisy";

    @Test
    void noisyTenantDoublesTheTimesOfAnotherAtMost() throws Exception {
        try (var server = CoppiceServer.named("noisy").lasting().start()) {
            server.api()
                    .put("/v1/tenants/{}", NOISY)
                    .json(Json.object("requestsPerSecond", QUOTA))
                    .send()
                    .expect(200);
            var token = tokenOf(server, NOISY);
            var quiet = server.api().as(tokenOf(server, "quiet"));
            times(quiet, WARM_UP);
            disturbed(server, quiet, token, WARM_UP);
            var ratios = new ArrayList<Double>();
            for (int run = 0; run < RUNS; run++) {
                double alone = percentile(times(quiet, REQUESTS));
                double disturbed = disturbed(server, quiet, token, REQUESTS);
                ratios.add(disturbed / alone);
                System.out.printf("p99 alone %.1f ms, beside a noisy tenant %.1f ms%n", alone, disturbed);
            }
            double median = ratios.stream().sorted().toList().get(RUNS / 2);
            System.out.printf("p99 beside a noisy tenant: %.2f x that alone (median of %d)%n", median, RUNS);
            assertTrue(median <= SLOWER, ratios.toString());
        }
    }

    /** A token of a tenant that has one session. */
    private static String tokenOf(CoppiceServer server, String tenant) {
        var token = server.api()
                .post("/v1/tokens")
                .json(Json.object("tenant", tenant, "scopes", List.of("write")))
                .send()
                .expect(201)
                .at("/token");
        server.api().as(token).put(Contract.SESSION, "s").send().expect(201);
        return token;
    }

    /** The 99th percentile of the quiet tenant's requests beside the noise. */
    private static double disturbed(CoppiceServer server, Api quiet, String noisyToken, int requests)
            throws IOException, InterruptedException {
        var statuses = new ConcurrentHashMap<Integer, Integer>();
        var clients = Executors.newScheduledThreadPool(NOISY_CLIENTS);
        var connections = new ArrayList<Socket>();
        long period = TimeUnit.SECONDS.toNanos(NOISY_CLIENTS) / NOISE;
        var request = noise(noisyToken);
        for (int client = 0; client < NOISY_CLIENTS; client++) {
            var connection = RawHttp.connect(server);
            connections.add(connection);
            clients.scheduleAtFixedRate(
                    () -> statuses.merge(status(connection, request), 1, Integer::sum),
                    client * period / NOISY_CLIENTS,
                    period,
                    TimeUnit.NANOSECONDS);
        }
        long start = System.nanoTime();
        try {
            return percentile(times(quiet, requests));
        } finally {
            double seconds = (System.nanoTime() - start) / 1e9;
            clients.shutdown();
            assertTrue(clients.awaitTermination(1, TimeUnit.MINUTES), "the noisy clients have not ended");
            for (var connection : connections) {
                connection.close();
            }
            assertTrue(Set.of(200, 201, 429).containsAll(statuses.keySet()), statuses.toString());
            assertTrue(statuses.getOrDefault(429, 0) > 0, statuses.toString());
            int sent = statuses.values().stream().mapToInt(Integer::intValue).sum();
            System.out.printf("%.0f noisy requests per second: %s%n", sent / seconds, statuses);
        }
    }

    private static int status(Socket connection, byte[] request) {
        try {
            return RawHttp.status(RawHttp.exchange(connection, request));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] noise(String token) {
        var body = Contract.batch(Contract.message("noise", "When do I prune an apple tree?"));
        return """
                POST /v1/sessions/s/messages HTTP/1.1
                Host: 127.0.0.1
                Authorization: Bearer %s
                Content-Type: application/json
                Content-Length: %d

                %s"""
                .formatted(token, body.length(), body)
                .replace("\n", "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The times of so many appends, each followed by a read, by one client. */
    private static List<Duration> times(Api api, int requests) {
        var times = new ArrayList<Duration>();
        for (int n = 0; n < requests; n++) {
            times.add(append(api).expect(201).took());
            times.add(api.get(Contract.HISTORY, "s")
                    .query("last", 20)
                    .send()
                    .expect(200)
                    .took());
        }
        return times;
    }

    private static HttpAnswer append(Api api) {
        return api.post(Contract.MESSAGES, "s")
                .json(Contract.batch(Contract.message(Contract.unique("m"), "When do I prune an apple tree?")))
                .send();
    }

    /** The 99th percentile in milliseconds. */
    private static double percentile(List<Duration> times) {
        var sorted = times.stream().sorted().toList();
        return sorted.get((int) (sorted.size() * 0.99)).toNanos() / 1e6;
    }
}
