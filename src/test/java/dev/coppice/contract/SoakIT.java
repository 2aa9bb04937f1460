package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.EventStream;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Mixed load for {@code coppice.soak} (20 minutes, on H2 five): heap, threads, open files, connections and times stay the
 * same, and the log has no errors. Runs in the profile {@code chaos}.
 */
@Isolated("measures memory and times")
@Tag("chaos-only")
class SoakIT {
    private static final int CLIENTS = 4;
    private static final int MESSAGES = 60;
    private static final int WORK_EVERY = 10;
    private static final String AGENT = "soak";

    private static final Duration TIME =
            Duration.parse("PT" + System.getProperty("coppice.soak", "20m").toUpperCase(Locale.ROOT));

    private static final long LONGEST_PART_MINUTES = 5;

    /** Parts of the time; the first one, in which the server warms up, does not count. */
    private static final int PARTS = (int) Math.max(10, TIME.toMinutes() / LONGEST_PART_MINUTES);

    private static final Duration PART = TIME.dividedBy(PARTS);

    private static final double HEAP_GROWTH = 1.15;
    private static final long HEAP_NOISE = 16L << 20;

    /** Objects of our classes that caches may have more of at the end. A leak of one bean in each sweep makes thousands. */
    private static final int OBJECTS_NOISE = 1_000;

    private static final int FILES_NOISE = 80;
    private static final int THREADS_NOISE = 30;

    /** Connections that a pool may open in addition when more requests than before need one at the same moment. */
    private static final int CONNECTIONS_NOISE = 8;

    private static final String METRICS_TOKEN = "metrics-of-the-soak";
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final double SLOWER = 1.5;

    /** Below this time a factor is noise on a busy machine. */
    private static final double FLOOR_MILLIS = 100;

    private static CoppiceServer server;

    /** Characters of the log of the start, which has warnings of WildFly. */
    private static int logOfStart;

    @BeforeAll
    static void start() {
        server = CoppiceServer.named("soak")
                .environment("COPPICE_METRICS_TOKEN", METRICS_TOKEN)
                .lasting()
                .start();
        PromptApi.declare(server.api(), AGENT, "'compaction':{" + CompactionApi.SMALL + "},", ToolApi.MEMORY)
                .expect(201);
        logOfStart = server.log().length();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** What the server uses at the end of a part, while it serves nothing. */
    private record Sample(
            long heap, long objects, int threads, long files, long connections, double p99, int requests) {
        @Override
        public String toString() {
            return String.format(
                    "heap %.1f MB, %d objects of ours, %d threads, %d files, %d connections to the database, p99 %.0f ms,"
                            + " %d requests",
                    heap / 1048576.0, objects, threads, files, connections, p99, requests);
        }
    }

    @Test
    void mixedLoadUsesNoMoreAtTheEnd() throws IOException {
        var samples = new ArrayList<Sample>();
        for (var part = 0; part < PARTS; part++) {
            samples.add(load(part));
            System.out.printf("part %d of %d: %s%n", part + 1, PARTS, samples.get(part));
        }
        var first = samples.get(1);
        var last = samples.get(PARTS - 1);
        assertTrue(last.heap() <= first.heap() * HEAP_GROWTH + HEAP_NOISE, first + " -> " + last);
        assertTrue(last.objects() <= first.objects() + OBJECTS_NOISE, first + " -> " + last);
        assertTrue(last.threads() <= first.threads() + THREADS_NOISE, first + " -> " + last);
        assertTrue(last.files() <= first.files() + FILES_NOISE, first + " -> " + last);
        assertTrue(last.connections() <= first.connections() + CONNECTIONS_NOISE, first + " -> " + last);
        Await.until("no connection is in use", SOON, () -> connections("in_use") == 0);
        double before = medianP99(samples.subList(1, PARTS / 2));
        double after = medianP99(samples.subList(PARTS / 2, PARTS));
        System.out.printf("p99: %.0f ms in the first half, %.0f ms in the second%n", before, after);
        assertTrue(after <= Math.max(FLOOR_MILLIS, SLOWER * before), before + " -> " + after);
        System.out.printf("warnings: %s%n", logged("WARN"));
        assertEquals(List.of(), logged("ERROR|FATAL"));
    }

    /** The median of the parts: in a single one, other programs on the machine may take the processor. */
    private static double medianP99(List<Sample> parts) {
        return parts.stream()
                .mapToDouble(Sample::p99)
                .sorted()
                .skip(parts.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    /** The first lines of these levels since the start. */
    private static List<String> logged(String levels) {
        return server.log()
                .substring(logOfStart)
                .lines()
                .filter(line -> line.matches(".* (" + levels + ") .*"))
                .limit(5)
                .toList();
    }

    private static Sample load(int part) throws IOException {
        var times = new ConcurrentLinkedQueue<Double>();
        var end = System.nanoTime() + PART.toNanos();
        ParallelClients.of(CLIENTS, client -> {
            var random = new Random(31L * part + client);
            while (System.nanoTime() < end) {
                converse(random, times);
            }
            return null;
        });
        var sorted = times.stream().sorted().toList();
        return new Sample(
                server.liveHeap(),
                server.liveObjects("dev.coppice."),
                threads(),
                files(),
                connections("open"),
                sorted.get((int) (sorted.size() * 0.99)),
                sorted.size());
    }

    /** A session from its creation to its deletion, with reads, a search, a fork, a stream and more in between. */
    private static void converse(Random random, ConcurrentLinkedQueue<Double> times) {
        var api = server.api();
        var session = Contract.unique("s");
        timed(times, api.put(Contract.SESSION, session).json(Json.object("agent", AGENT)))
                .expect(201);
        try (var stream = EventStream.open(api.get(FeedApi.EVENTS, session))) {
            for (var n = 0; n < MESSAGES; n++) {
                timed(times, FeedApi.append(api, session, "", "m" + n)).expect(201);
                read(api, session, random, times);
                if (n % WORK_EVERY == 0) {
                    work(api, session, n, times);
                }
            }
            stream.until(
                    "all events", s -> s.all("MessageAppended", "messageId").size() == MESSAGES);
        }
        timed(times, api.post(CompactionApi.COMPACT, session)).expect(200);
        var fork = timed(times, api.post(Contract.SESSION + "/fork", session).json("{\"atMessageId\":\"m20\"}"));
        api.delete(Contract.SESSION, fork.expect(201).at("/id")).send().expect(204);
        api.delete(Contract.SESSION, session).send().expect(204);
    }

    /** What an agent does besides appending: it calls a tool, saves its state and the state of a run. */
    private static void work(Api api, String session, int n, ConcurrentLinkedQueue<Double> times) {
        timed(
                        times,
                        api.post(ToolApi.TOOL, session, "set_context")
                                .json(Json.object("label", "memory", "content", "fact " + n)))
                .expect(200);
        assertTrue(timed(times, api.put(StateApi.VALUE, session, "plan").json(Json.object("step", n)))
                        .status()
                < 300);
        var status = n + WORK_EVERY < MESSAGES ? "running" : "completed";
        assertTrue(timed(times, api.put(RunApi.RUN, session, "r").json(Json.object("status", status)))
                        .status()
                < 300);
        timed(times, api.get("/v1/sessions/{}/prompt", session)).expect(200);
    }

    private static void read(Api api, String session, Random random, ConcurrentLinkedQueue<Double> times) {
        var call =
                switch (random.nextInt(4)) {
                    case 0 -> api.get(Contract.HISTORY, session).query("last", 20);
                    case 1 -> api.get("/v1/sessions").query("limit", 20);
                    case 2 -> api.get(Contract.SESSION + "/search", session).query("q", "text of");
                    default -> api.get(Contract.SESSION + "/tree", session);
                };
        timed(times, call).expect(200);
    }

    private static HttpAnswer timed(ConcurrentLinkedQueue<Double> times, HttpCall call) {
        var answer = call.send();
        times.add(answer.took().toNanos() / 1e6);
        return answer;
    }

    private static int threads() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + server.pid() + "/status")).stream()
                .filter(line -> line.startsWith("Threads:"))
                .map(line -> Integer.valueOf(line.replaceAll("\\D+", "")))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The connections to the database in both pools.
     *
     * @param state {@code open} or {@code in_use}
     */
    private static long connections(String state) {
        return server.api()
                .as(METRICS_TOKEN)
                .get("/metrics")
                .send()
                .expect(200)
                .text()
                .lines()
                .filter(line -> line.startsWith("coppice_db_connections_" + state + "{"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private static long files() throws IOException {
        try (var open = Files.list(Path.of("/proc/" + server.pid() + "/fd"))) {
            return open.count();
        }
    }
}
