package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Forks are created, written and deleted while other clients write. */
@RunsAlone("a race of its own")
class ForkRacesIT extends Contract {
    private static final int ROUNDS = 25;

    /** Each fork is a consistent snapshot of its source: no partial batch, no lost message, no deadlock. */
    @Test
    void forksDuringWritesOfSourceAreConsistent() {
        var source = sessionWithMessages(20);
        var forks = ParallelClients.of(6, client -> {
            var created = new ArrayList<String>();
            for (int i = 0; i < ROUNDS; i++) {
                int round = i;
                switch (client) {
                    case 0 -> retryWhileBusy(
                            201, () -> append(source, message("a" + round, "a"), message("b" + round, "b")));
                    case 1 -> retryWhileBusy(200, () -> api().put(MESSAGE, source, "m" + round % 20)
                            .json(message("m" + round % 20, "x".repeat(round)))
                            .send());
                    case 2 -> retryWhileBusy(
                            201, () -> appendUnder(source, "m" + round % 20, message("c" + round, "c")));
                    default -> created.add(
                            retryWhileBusy(201, () -> ForkApi.fork(source, round % 2 == 0 ? null : "m10"))
                                    .at("/id"));
                }
            }
            return created;
        });
        forks.stream().flatMap(List::stream).forEach(fork -> {
            var state = get(fork);
            var history = history(fork);
            var path = new ArrayList<>(history.all("/messages", "id"));
            assertEquals(path.size(), state.number("/messageCount"));
            assertEquals(history.number("/tokens"), state.number("/tokens"));
            assertEquals(state.at("/forkedAtMessageId"), path.get(path.size() - 1));
            for (int i = 0; i < ROUNDS; i++) {
                assertEquals(path.contains("a" + i), path.contains("b" + i), "a batch is inherited as a whole");
            }
            append(fork, message("own", "own")).expect(201);
            path.add("own");
            assertEquals(path, path(fork));
        });
        assertEquals(20 + 3 * ROUNDS, get(source).number("/messageCount"));
    }

    /** Two requests that lock each other's session must not deadlock. */
    @Test
    void forksWithEachOthersIdsDoNotDeadlock() {
        var one = sessionWithMessages(1);
        var other = sessionWithMessages(1);
        ParallelClients.of(8, client -> {
            for (int i = 0; i < ROUNDS; i++) {
                var source = client % 2 == 0 ? one : other;
                var name = client % 2 == 0 ? other : one;
                retryWhileBusy(() -> ForkApi.forkWith(source, Json.object("id", name)))
                        .problem(409, "session-exists");
            }
            return null;
        });
    }

    @Test
    void oneOfConcurrentForksGetsTheId() {
        var source = sessionWithMessages(1);
        var id = unique("fork");
        var created = new AtomicInteger();
        ParallelClients.of(8, client -> {
            var answer = retryWhileBusy(() -> ForkApi.forkWith(source, Json.object("id", id)));
            if (answer.status() == 201) {
                created.incrementAndGet();
            } else {
                answer.problem(409, "session-exists");
            }
            return null;
        });
        assertEquals(1, created.get());
        assertEquals(List.of("m0"), path(id));
    }

    /** An orphaned tree is purged while forks of its forks are created and deleted; every live fork stays complete. */
    @Test
    void forksOfForksDuringPurgeOfOrphanedTreeAreConsistent() {
        var source = sessionWithMessages(1500);
        var baseFork = ForkApi.fork(source, "m1200").expect(201).at("/id");
        append(baseFork, message("k", "k")).expect(201);
        api().delete(SESSION, source).send().expect(204);
        ParallelClients.of(4, client -> {
            var parent = baseFork;
            for (int i = 0; i < ROUNDS; i++) {
                int depth = 1100 - client * 200 - i;
                var from = parent;
                var fork = retryWhileBusy(201, () -> ForkApi.fork(from, "m" + depth))
                        .at("/id");
                retryWhileBusy(201, () -> append(fork, message("own" + depth, "own")));
                if (!from.equals(baseFork)) {
                    delete(from);
                }
                var expected = new ArrayList<>(
                        IntStream.rangeClosed(0, depth).mapToObj(m -> "m" + m).toList());
                expected.add("own" + depth);
                assertEquals(expected, path(fork));
                parent = fork;
            }
            return parent;
        });
        assertEquals(1202, path(baseFork).size());
    }

    /** The source deletes messages while its forks are deleted: its deletes hold, and the other forks stay complete. */
    @Test
    void writesOfSourceDuringDeletesOfForksAreConsistent() {
        var source = sessionWithMessages(60);
        var fullFork = ForkApi.fork(source, null).expect(201).at("/id");
        var texts = ForkApi.texts(fullFork);
        ParallelClients.of(4, client -> {
            for (int i = 0; i < ROUNDS; i++) {
                int at = i;
                if (client == 0) {
                    retryWhileBusy(204, () -> api().delete(MESSAGE, source, "m" + (2 * at))
                            .send());
                    retryWhileBusy(200, () -> api().put(MESSAGE, source, "m" + (2 * at + 1))
                            .json(message("m" + (2 * at + 1), "changed"))
                            .send());
                } else {
                    var fork = retryWhileBusy(201, () -> ForkApi.fork(source, "m59"))
                            .at("/id");
                    var before = ForkApi.texts(fork);
                    appendMessage(fork, "own");
                    var after = ForkApi.texts(fork);
                    assertEquals(before, after.subList(0, before.size()));
                    delete(fork);
                }
            }
            return null;
        });
        assertEquals(texts, ForkApi.texts(fullFork));
        assertTrue(ForkApi.texts(source).stream().filter("changed"::equals).count() == ROUNDS);
    }

    /** A fork during the delete or clear of its source is complete or refused; after a clear it may be empty. */
    @Test
    void forkDuringDeleteOrClearIsCompleteOrRefused() {
        for (int i = 0; i < ROUNDS; i++) {
            var source = sessionWithMessages(3);
            boolean clears = i % 2 == 0;
            ParallelClients.of(4, client -> {
                if (client == 0) {
                    return clears
                            ? retryWhileBusy(200, () -> api().post(SESSION + "/clear", source)
                                    .send())
                            : retryWhileBusy(
                                    204, () -> api().delete(SESSION, source).send());
                }
                var at = client == 1 ? null : "m1";
                var fork = retryWhileBusy(() -> ForkApi.fork(source, at));
                if (fork.status() == 404) {
                    return fork.problem(404, clears ? "message-not-found" : "session-not-found");
                }
                var path = path(fork.expect(201).at("/id"));
                boolean late = clears && at == null && path.isEmpty();
                assertEquals(late ? List.of() : List.of("m0", "m1", "m2").subList(0, at == null ? 3 : 2), path);
                assertEquals(path.size(), fork.number("/messageCount"));
                return fork;
            });
        }
    }

    private static void setMaxMessages(String session, int messages) {
        retryWhileBusy(200, () -> api().patch(SESSION, session)
                .json(Json.object("maxMessages", messages))
                .send());
    }

    private static void delete(String session) {
        retryWhileBusy(204, () -> api().delete(SESSION, session).send());
    }

    private static void appendMessage(String session, String id) {
        retryWhileBusy(201, () -> append(session, message(id, "x")));
    }

    /** The source is trimmed and swept: each fork is a snapshot of its source and keeps its messages. */
    @Test
    void forksDuringTrimOfSourceAreConsistent() {
        var source = sessionWithMessages(5);
        retain(source, 5);
        var forks = ParallelClients.of(4, client -> {
            var created = new HashMap<String, List<String>>();
            for (int i = 0; i < ROUNDS; i++) {
                var id = "a" + client + "-" + i;
                if (client < 2) {
                    retryWhileBusy(201, () -> append(source, message(id, "x"), message(id + "b", "x")));
                    continue;
                }
                var fork = retryWhileBusy(201, () -> ForkApi.fork(source, null)).at("/id");
                var path = path(fork);
                assertEquals(5, path.size());
                if (client == 3) {
                    appendMessage(fork, "own");
                    path = Stream.concat(path.stream().skip(1), Stream.of("own"))
                            .toList();
                }
                created.put(fork, path);
            }
            return created;
        });
        forks.forEach(created -> created.forEach((fork, path) -> assertEquals(path, path(fork))));
        api().delete(SESSION, source).send().expect(204);
        forks.forEach(created -> created.forEach((fork, path) -> assertEquals(path, path(fork))));
    }

    /** A fork that trims all inherited messages detaches from its source, unless a fork of it still inherits them. */
    @Test
    void forksThatTrimInheritedMessagesMayBeForked() {
        var source = sessionWithMessages(3);
        ParallelClients.of(4, client -> {
            for (int i = 0; i < ROUNDS; i++) {
                var fork = retryWhileBusy(201, () -> ForkApi.fork(source, null)).at("/id");
                appendMessage(fork, "a");
                var fullFork =
                        retryWhileBusy(201, () -> ForkApi.fork(fork, null)).at("/id");
                setMaxMessages(fork, 1);
                var last = retryWhileBusy(201, () -> ForkApi.fork(fork, null)).at("/id");
                delete(i % 2 == 0 ? fullFork : fork);
                if (i % 2 == 0) {
                    appendMessage(fork, "b");
                    assertEquals(List.of("b"), path(fork));
                } else {
                    assertEquals(List.of("m0", "m1", "m2", "a"), path(fullFork));
                }
                assertEquals(List.of("a"), path(last));
                appendMessage(last, "c");
                assertEquals(List.of("c"), path(last));
            }
            return null;
        });
        assertEquals(List.of("m0", "m1", "m2"), path(source));
    }
}
