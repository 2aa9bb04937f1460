package dev.coppice.bench;

import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.EventStream;
import dev.coppice.support.MariaDb;
import java.io.IOException;
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

/** Measures 200 event streams and 8 writers: missing events, delay, and the cost for the writers. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FeedBench {
    private static final int STREAMS = 200;
    private static final int WRITERS = 8;
    private static final Duration AT_MOST = Duration.ofSeconds(120);

    private final AtomicLong ids = new AtomicLong();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();

    @Test
    @Order(1)
    void h2() throws Exception {
        measure("feed-h2", Database.H2);
    }

    @Test
    @Order(2)
    void mariaDb() throws Exception {
        var database = MariaDb.shared().create("coppice_bench_feed");
        measure("feed-mariadb", database);
    }

    private void measure(String section, Database database) throws Exception {
        try (var server =
                CoppiceServer.named("bench-" + section).database(database).start()) {
            var client = new Client(server);
            var writers = new ArrayList<Rounds.Operation>();
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
            var withStreams = new Sample();
            Rounds.together(withStreams, Scale.round(10_000), writers);
            write(section, database, streams, alone, withStreams);
        }
    }

    private boolean append(Client client, String session) throws Exception {
        var id = "m" + ids.incrementAndGet();
        if (!client.append(session, BenchMessages.append(id))) {
            return false;
        }
        acknowledged.put(id, System.nanoTime());
        return true;
    }

    private static List<EventStream> open(CoppiceServer server) {
        var streams = new ArrayList<EventStream>();
        for (int i = 0; i < STREAMS; i++) {
            streams.add(EventStream.open(server.api().get("/v1/sessions/{}/events", "feed-" + i % WRITERS)));
        }
        return streams;
    }

    private void write(String section, Database database, List<EventStream> streams, Sample alone, Sample withStreams)
            throws IOException {
        long expected = (long) acknowledged.size() * STREAMS / WRITERS;
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
        long outOfOrder = 0;
        for (var stream : streams) {
            long before = 0;
            for (var event : stream.events()) {
                long seq = event.json().path("seq").asLong();
                outOfOrder += seq > before ? 0 : 1;
                before = seq;
                var answered = acknowledged.get(event.at("/messageId"));
                late.add(answered == null ? 0 : Math.max(0, event.receivedAt() - answered));
            }
            stream.close();
        }
        var text = String.format(
                Locale.ROOT,
                """
                | figure | value |
                |---|--:|
                | streams, writers | %d, %d |
                | messages appended | %,d |
                | events expected, received | %,d, %,d |
                | missing, out of order | %d, %d |
                | delay p50, p99 | %.0f ms, %.0f ms |
                | append without streams: p50, p99, per second | %.1f ms, %.1f ms, %.0f |
                | append with streams: p50, p99, per second | %.1f ms, %.1f ms, %.0f |
                """,
                STREAMS,
                WRITERS,
                acknowledged.size(),
                expected,
                received[0],
                expected - received[0],
                outOfOrder,
                late.p50(),
                late.p99(),
                alone.p50(),
                alone.p99(),
                alone.perSecond(),
                withStreams.p50(),
                withStreams.p99(),
                withStreams.perSecond());
        Measurement.of(section, getClass(), database).write(text);
    }
}
