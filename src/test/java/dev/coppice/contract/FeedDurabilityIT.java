package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.EventStream;
import dev.coppice.support.Json;
import dev.coppice.support.TestServers;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whoever follows the events across restarts, crashes and nodes misses nothing and sees nothing twice. */
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@RunsAlone("stops servers")
class FeedDurabilityIT extends FeedApi {
    private static final int WRITERS = 4;
    private static final int READERS = 3;
    private static final int BETWEEN = 60;
    private static final Duration LONG = Duration.ofSeconds(400);

    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    @AfterAll
    static void stopThreads() {
        THREADS.shutdownNow();
    }

    /** Follows a session as a browser does: whenever the stream ends, it connects again with the last id. */
    private static final class Follower {
        private final String session;
        private final List<String> seen = new ArrayList<>();
        private EventStream stream;
        private String last;

        Follower(String session) {
            this.session = session;
            stream = watch(TestServers.first().api(), session);
        }

        /** All that it has seen so far. */
        List<String> read() {
            if (stream == null) {
                connect();
                return seen;
            }
            boolean over = stream.isOver();
            var sofar = new ArrayList<>(seen);
            sofar.addAll(stream.all("MessageAppended", "messageId"));
            if (over) {
                last = stream.lastEventId() == null ? last : stream.lastEventId();
                seen.addAll(sofar.subList(seen.size(), sofar.size()));
                stream = null;
            }
            return sofar;
        }

        private void connect() {
            try {
                stream = resume(TestServers.first().api(), session, Objects.requireNonNull(last));
            } catch (AssertionError away) {
                stream = null; // it is tried again
            }
        }

        void close() {
            if (stream != null) {
                stream.close();
            }
        }
    }

    private static boolean isAppended(Api api, String session, String id) {
        try {
            int status = append(api, session, "", id).send().status();
            return status == 200 || status == 201;
        } catch (UncheckedIOException | AssertionError away) {
            return false; // cut off, or answered by a container that is stopping: it is tried again
        }
    }

    @Test
    void followersMissNothingWhileTheServerIsStopped() {
        follow(() -> {
            long began = System.nanoTime();
            TestServers.first().stop();
            double seconds = (System.nanoTime() - began) / 1e9;
            System.out.printf("stopped in %.1f s with %d streams open%n", seconds, READERS);
            assertTrue(seconds < 90, "Streams hold up nobody who stops the server");
        });
    }

    @Test
    void followersMissNothingWhileTheServerIsKilled() {
        follow(() -> TestServers.first().kill9());
    }

    /** Readers follow a session that writers write to, before and after the server has come to an end. */
    private static void follow(Runnable end) {
        var session = sessionIn(TestServers.first().api(), "");
        var followers = IntStream.range(0, READERS)
                .mapToObj(reader -> new Follower(session))
                .toList();
        var written = new AtomicInteger();
        var over = new AtomicBoolean();
        var writers = IntStream.range(0, WRITERS)
                .mapToObj(writer -> CompletableFuture.runAsync(
                        () -> {
                            for (int n = 0; !over.get(); n++) {
                                var id = "w" + writer + "-" + n;
                                Await.until(
                                        "append of " + id,
                                        LONG,
                                        () -> isAppended(TestServers.first().api(), session, id));
                                written.incrementAndGet();
                            }
                        },
                        THREADS))
                .toList();
        try {
            awaitMore(written, followers);
            end.run();
            TestServers.first().restart();
            awaitMore(written, followers);
        } finally {
            over.set(true);
        }
        writers.forEach(CompletableFuture::join);
        var order = everyEntry(TestServers.first().api(), session, 200).stream()
                .map(entry -> Json.text(entry.at("/message/id")))
                .toList();
        for (var follower : followers) {
            Await.until("all that was written", LONG, () -> follower.read().size() >= order.size());
            assertEquals(order, follower.read());
            follower.close();
        }
    }

    /** Until much has been written, and everybody has an id to go on from. */
    private static void awaitMore(AtomicInteger written, List<Follower> followers) {
        int enough = written.get() + BETWEEN;
        Await.until("the writers write", LONG, () -> {
            var read = followers.stream().map(Follower::read).toList();
            return written.get() >= enough && read.stream().noneMatch(List::isEmpty);
        });
    }

    @Test
    @EnabledIf("dev.coppice.support.TestServers#areTwo")
    void whatIsWrittenAtOneNodeIsReadAtTheOther() {
        var one = TestServers.first().api();
        var two = TestServers.second();
        var session = sessionIn(one, "");
        try (var there = watch(two, session);
                var here = watch(one, session)) {
            append(one, session, "", "a").send().expect(201);
            append(two, session, "", "b").send().expect(201);
            assertEquals(List.of("a", "b"), there.untilEvents(2).all("MessageAppended", "messageId"));
            assertEquals(List.of("a", "b"), here.untilEvents(2).all("MessageAppended", "messageId"));
            assertEquals(
                    here.events().stream().map(EventStream.Event::id).toList(),
                    there.events().stream().map(EventStream.Event::id).toList(),
                    "ids are the same on every node");
            try (var resumed = resume(two, session, here.events().get(0).id())) {
                assertEquals(List.of("b"), resumed.untilEvents(1).all("MessageAppended", "messageId"));
            }
            one.patch(SESSION, session).json("{\"compactAfter\":777}").send().expect(200);
            there.until("its status", s -> s.statuses().stream()
                    .anyMatch(status -> status.json().path("threshold").asInt() == 777));
        }
    }
}
