package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

/**
 * Readers follow a session that writers append to, before and after the end of the server. Readers reconnect with the
 * last event id, miss nothing and see nothing twice.
 */
final class FollowersSurvive extends FeedApi implements RestartCase {
    static final int READERS = 3;

    private static final int WRITERS = 4;
    private static final int BETWEEN = 60;
    private static final Duration LONG = Duration.ofSeconds(400);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private String session;
    private List<Follower> followers;
    private List<CompletableFuture<Void>> writers;

    /** Follows a session as a browser does: whenever the stream ends, it reconnects with the last event id. */
    private static final class Follower {
        private final String session;
        private final List<String> seen = new ArrayList<>();
        private EventStream stream;
        private String last;

        Follower(String session) {
            this.session = session;
            stream = watch(TestServers.first().api(), session);
        }

        /** The ids of all messages received so far, in order. */
        List<String> read() {
            if (stream == null) {
                connect();
                return seen;
            }
            boolean ended = stream.isOver();
            var received = new ArrayList<>(seen);
            received.addAll(stream.all("MessageAppended", "messageId"));
            if (ended) {
                last = stream.lastEventId() == null ? last : stream.lastEventId();
                seen.addAll(received.subList(seen.size(), received.size()));
                stream = null;
            }
            return received;
        }

        private void connect() {
            try {
                stream = resume(TestServers.first().api(), session, Objects.requireNonNull(last));
            } catch (AssertionError serverDown) {
                stream = null; // the next read tries again
            }
        }

        void close() {
            if (stream != null) {
                stream.close();
            }
        }
    }

    @Override
    public void prepare() {
        session = sessionIn(TestServers.first().api(), "");
        followers = IntStream.range(0, READERS)
                .mapToObj(reader -> new Follower(session))
                .toList();
        writers = IntStream.range(0, WRITERS)
                .mapToObj(writer -> CompletableFuture.runAsync(() -> writeUntilOver("w" + writer), threads))
                .toList();
        awaitMore();
    }

    private void writeUntilOver(String writer) {
        var api = TestServers.first().api();
        for (int n = 0; !over.get(); n++) {
            var id = writer + "-" + n;
            Await.until("append of " + id, LONG, () -> isAppended(api, session, id));
            written.incrementAndGet();
        }
    }

    private static boolean isAppended(Api api, String session, String id) {
        try {
            int status = append(api, session, "", id).send().status();
            return status == 200 || status == 201;
        } catch (UncheckedIOException | AssertionError serverDown) {
            return false; // cut off, or answered by a server that is stopping: tried again
        }
    }

    /** Waits until more has been written, and every follower has an id to resume from. */
    private void awaitMore() {
        int enough = written.get() + BETWEEN;
        Await.until("the writers write", LONG, () -> {
            var read = followers.stream().map(Follower::read).toList();
            return written.get() >= enough && read.stream().noneMatch(List::isEmpty);
        });
    }

    @Override
    public void check() {
        try {
            awaitMore();
        } finally {
            over.set(true);
        }
        writers.forEach(CompletableFuture::join);
        threads.shutdown();
        var order = allEntries(TestServers.first().api(), session, 200).stream()
                .map(entry -> Json.text(entry.at("/message/id")))
                .toList();
        for (var follower : followers) {
            Await.until("all that was written", LONG, () -> follower.read().size() >= order.size());
            assertEquals(order, follower.read());
            follower.close();
        }
    }
}
