package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A tenant that sends 200 times its quota makes the requests of another tenant at most twice as slow: compared are the
 * 99th percentiles of runs with and without the noise, one after the other. The rate of the noise is fixed, because the
 * noisy clients run on the server's machine: without a limit they would compare how the machine shares its processors
 * among them and the server. Runs in the profile {@code chaos}.
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
    void noisyTenantDoublesTheTimesOfAnotherAtMost() throws InterruptedException {
        try (var server = CoppiceServer.named("noisy").lasting().start()) {
            server.api()
                    .put("/v1/tenants/{}", NOISY)
                    .json(Json.object("requestsPerSecond", QUOTA))
                    .send()
                    .expect(200);
            var noisy = client(server, NOISY);
            var quiet = client(server, "quiet");
            times(quiet, WARM_UP);
            var ratios = new ArrayList<Double>();
            for (int run = 0; run < RUNS; run++) {
                double alone = percentile(times(quiet, REQUESTS));
                double disturbed = disturbed(quiet, noisy);
                ratios.add(disturbed / alone);
                System.out.printf("p99 alone %.1f ms, beside a noisy tenant %.1f ms%n", alone, disturbed);
            }
            double median = ratios.stream().sorted().toList().get(RUNS / 2);
            System.out.printf("p99 beside a noisy tenant: %.2f x that alone (median of %d)%n", median, RUNS);
            assertTrue(median <= SLOWER, ratios.toString());
        }
    }

    /** A client of a tenant that has one session. */
    private static Api client(CoppiceServer server, String tenant) {
        var token = server.api()
                .post("/v1/tokens")
                .json(Json.object("tenant", tenant, "scopes", List.of("write")))
                .send()
                .expect(201);
        var client = server.api().as(token.at("/token"));
        client.put(Contract.SESSION, "s").send().expect(201);
        return client;
    }

    private static double disturbed(Api quiet, Api noisy) throws InterruptedException {
        var sent = new AtomicInteger();
        var refused = new AtomicInteger();
        var clients = Executors.newScheduledThreadPool(NOISY_CLIENTS);
        long period = TimeUnit.SECONDS.toNanos(NOISY_CLIENTS) / NOISE;
        for (int client = 0; client < NOISY_CLIENTS; client++) {
            clients.scheduleAtFixedRate(
                    () -> {
                        sent.incrementAndGet();
                        refused.addAndGet(append(noisy).status() == 429 ? 1 : 0);
                    },
                    client * period / NOISY_CLIENTS,
                    period,
                    TimeUnit.NANOSECONDS);
        }
        long start = System.nanoTime();
        try {
            return percentile(times(quiet, REQUESTS));
        } finally {
            double seconds = (System.nanoTime() - start) / 1e9;
            clients.shutdown();
            assertTrue(clients.awaitTermination(1, TimeUnit.MINUTES), "the noisy clients have not ended");
            assertTrue(refused.get() > 0, "nothing was refused");
            System.out.printf("%.0f noisy requests per second%n", sent.get() / seconds);
        }
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
