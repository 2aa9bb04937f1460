package dev.coppice.bench;

import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.EventStream;
import dev.coppice.support.MariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** 200 readers of events beside 8 writers: what is missing, how late it is, and what it costs the writers. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FeedBench {
    private static final Path OUT = Path.of("target/bench");
    private static final int READERS = 200;
    private static final int WRITERS = 8;
    private static final Duration AT_MOST = Duration.ofSeconds(120);

    private final AtomicLong ids = new AtomicLong();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();

    @Test
    @Order(1)
    void h2() throws Exception {
        measure("The feed on H2", "bench-feed-h2", Database.H2, OUT.resolve("feed-h2.md"));
    }

    @Test
    @Order(2)
    void mariaDb() throws Exception {
        var database = MariaDb.shared().create("coppice_bench_feed");
        measure("The feed on MariaDB", "bench-feed-mariadb", database, OUT.resolve("feed-mariadb.md"));
    }

    private void measure(String title, String name, Database database, Path file) throws Exception {
        try (var server = CoppiceServer.named(name).database(database).start()) {
            var client = new Client(server);
            var writers = new ArrayList<Rounds.Work>();
            for (int i = 0; i < WRITERS; i++) {
                var session = "feed-" + i;
                client.session(session, "");
                writers.add(() -> append(client, session));
            }
            Rounds.together(new Sample(), Scale.round(5000), writers);
            var alone = new Sample();
            Rounds.together(alone, Scale.round(10_000), writers);
            acknowledged.clear();
            var streams = open(server);
            var beside = new Sample();
            Rounds.together(beside, Scale.round(10_000), writers);
            write(file, title, streams, alone, beside);
        }
    }

    private boolean append(Client client, String session) throws Exception {
        var id = "m" + ids.incrementAndGet();
        if (!client.append(session, Bodies.append(id))) {
            return false;
        }
        acknowledged.put(id, System.nanoTime());
        return true;
    }

    private static List<EventStream> open(CoppiceServer server) {
        var streams = new ArrayList<EventStream>();
        for (int i = 0; i < READERS; i++) {
            streams.add(EventStream.open(server.api().get("/v1/sessions/{}/events", "feed-" + i % WRITERS)));
        }
        return streams;
    }

    private void write(Path file, String title, List<EventStream> streams, Sample alone, Sample beside)
            throws IOException {
        long expected = (long) acknowledged.size() * READERS / WRITERS;
        var late = new Sample();
        long[] received = new long[1];
        try {
            Await.until("all events", AT_MOST, () -> {
                received[0] = streams.stream().mapToLong(s -> s.events().size()).sum();
                return received[0] >= expected;
            });
        } catch (AssertionError missing) {
            System.out.println(missing.getMessage());
        }
        long disordered = 0;
        for (var stream : streams) {
            long before = 0;
            for (var event : stream.events()) {
                long seq = event.json().path("seq").asLong();
                disordered += seq > before ? 0 : 1;
                before = seq;
                var answered = acknowledged.get(event.at("/messageId"));
                late.add(answered == null ? 0 : Math.max(0, event.receivedAt() - answered));
            }
            stream.close();
        }
        var text = String.format(
                Locale.ROOT,
                """
                # %s

                %d readers, %d writers, %d cores. Late: from the answer to the writer to the arrival at a reader.

                - %,d messages appended, %,d events to be received, %,d received, %d missing, %d out of order
                - late by %.0f ms (p50), %.0f ms (p99)
                - appends alone: p50 %.1f ms, p99 %.1f ms, %.0f a second
                - appends beside the readers: p50 %.1f ms, p99 %.1f ms, %.0f a second
                """,
                title,
                READERS,
                WRITERS,
                Runtime.getRuntime().availableProcessors(),
                acknowledged.size(),
                expected,
                received[0],
                expected - received[0],
                disordered,
                late.p50(),
                late.p99(),
                alone.p50(),
                alone.p99(),
                alone.perSecond(),
                beside.p50(),
                beside.p99(),
                beside.perSecond());
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        System.out.println("\n" + text);
    }
}
