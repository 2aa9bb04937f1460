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

/** Forks that are made, written and deleted while others write. */
@RunsAlone("a race of its own")
class ForkRacesIT extends Contract {
    private static final int ROUNDS = 25;

    /** Each fork is what its source was at one moment: no half of an edit, nothing lost, and no deadlock. */
    @Test
    void forksAreMadeWhileTheSourceIsWritten() {
        var source = sessionWithMessages(20);
        var forks = ParallelClients.of(6, number -> {
            var made = new ArrayList<String>();
            for (int i = 0; i < ROUNDS; i++) {
                int round = i;
                switch (number) {
                    case 0 -> retryWhileBusy(
                            201, () -> append(source, message("a" + round, "a"), message("b" + round, "b")));
                    case 1 -> retryWhileBusy(200, () -> api().put(MESSAGE, source, "m" + round % 20)
                            .json(message("m" + round % 20, "x".repeat(round)))
                            .send());
                    case 2 -> retryWhileBusy(
                            201, () -> appendUnder(source, "m" + round % 20, message("c" + round, "c")));
                    default -> made.add(retryWhileBusy(201, () -> ForkApi.fork(source, round % 2 == 0 ? null : "m10"))
                            .at("/id"));
                }
            }
            return made;
        });
        forks.stream().flatMap(List::stream).forEach(fork -> {
            var state = get(fork);
            var history = history(fork);
            var path = new ArrayList<>(history.all("/messages", "id"));
            assertEquals(path.size(), state.number("/messageCount"));
            assertEquals(history.number("/tokens"), state.number("/tokens"));
            assertEquals(state.at("/forkedAtMessageId"), path.get(path.size() - 1));
            for (int i = 0; i < ROUNDS; i++) {
                assertEquals(path.contains("a" + i), path.contains("b" + i), "a call is there as a whole");
            }
            append(fork, message("own", "own")).expect(201);
            path.add("own");
            assertEquals(path, path(fork));
        });
        assertEquals(20 + 3 * ROUNDS, get(source).number("/messageCount"));
    }

    /** Whoever holds a session must not wait for one that waits for it. */
    @Test
    void sessionsThatAreForkedUnderEachOthersNamesDoNotWaitForEachOther() {
        var one = sessionWithMessages(1);
        var other = sessionWithMessages(1);
        ParallelClients.of(8, number -> {
            for (int i = 0; i < ROUNDS; i++) {
                var source = number % 2 == 0 ? one : other;
                var name = number % 2 == 0 ? other : one;
                retryWhileBusy(() -> ForkApi.forkWith(source, Json.object("id", name)))
                        .problem(409, "session-exists");
            }
            return null;
        });
    }

    @Test
    void oneOfManyForksGetsTheName() {
        var source = sessionWithMessages(1);
        var id = unique("fork");
        var made = new AtomicInteger();
        ParallelClients.of(8, number -> {
            var answer = retryWhileBusy(() -> ForkApi.forkWith(source, Json.object("id", id)));
            if (answer.status() == 201) {
                made.incrementAndGet();
            } else {
                answer.problem(409, "session-exists");
            }
            return null;
        });
        assertEquals(1, made.get());
        assertEquals(List.of("m0"), path(id));
    }

    /** A stool is purged while forks of its forks are made and go: what is alive is whole, always. */
    @Test
    void forksOfForksAreMadeWhileTheStoolBelowIsPurged() {
        var source = sessionWithMessages(1500);
        var keeper = ForkApi.fork(source, "m1200").expect(201).at("/id");
        append(keeper, message("k", "k")).expect(201);
        api().delete(SESSION, source).send().expect(204);
        ParallelClients.of(4, number -> {
            var parent = keeper;
            for (int i = 0; i < ROUNDS; i++) {
                int depth = 1100 - number * 200 - i;
                var from = parent;
                var fork = retryWhileBusy(201, () -> ForkApi.fork(from, "m" + depth))
                        .at("/id");
                retryWhileBusy(201, () -> append(fork, message("own" + depth, "own")));
                if (!from.equals(keeper)) {
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
        assertEquals(1202, path(keeper).size());
    }

    /** The source deletes while its forks go: what it deleted is deleted, and what a fork still reads is whole. */
    @Test
    void theSourceIsWrittenWhileItsForksGo() {
        var source = sessionWithMessages(60);
        var whole = ForkApi.fork(source, null).expect(201).at("/id");
        var texts = ForkApi.texts(whole);
        ParallelClients.of(4, number -> {
            for (int i = 0; i < ROUNDS; i++) {
                int at = i;
                if (number == 0) {
                    retryWhileBusy(204, () -> api().delete(MESSAGE, source, "m" + (2 * at))
                            .send());
                    retryWhileBusy(200, () -> api().put(MESSAGE, source, "m" + (2 * at + 1))
                            .json(message("m" + (2 * at + 1), "changed"))
                            .send());
                } else {
                    var fork = retryWhileBusy(201, () -> ForkApi.fork(source, "m59"))
                            .at("/id");
                    var before = ForkApi.texts(fork);
                    say(fork, "own");
                    var after = ForkApi.texts(fork);
                    assertEquals(before, after.subList(0, before.size()));
                    delete(fork);
                }
            }
            return null;
        });
        assertEquals(texts, ForkApi.texts(whole));
        assertTrue(ForkApi.texts(source).stream().filter("changed"::equals).count() == ROUNDS);
    }

    /** Whoever forks while the source goes is told so, or has a fork that is whole; a cleared one gives what it has. */
    @Test
    void aForkIsWholeOrItsSourceIsGone() {
        for (int i = 0; i < ROUNDS; i++) {
            var source = sessionWithMessages(3);
            boolean clears = i % 2 == 0;
            ParallelClients.of(4, number -> {
                if (number == 0) {
                    return clears
                            ? retryWhileBusy(200, () -> api().post(SESSION + "/clear", source)
                                    .send())
                            : retryWhileBusy(
                                    204, () -> api().delete(SESSION, source).send());
                }
                var at = number == 1 ? null : "m1";
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

    private static void keepLast(String session, int messages) {
        retryWhileBusy(200, () -> api().patch(SESSION, session)
                .json(Json.object("maxMessages", messages))
                .send());
    }

    private static void delete(String session) {
        retryWhileBusy(204, () -> api().delete(SESSION, session).send());
    }

    private static void say(String session, String id) {
        retryWhileBusy(201, () -> append(session, message(id, "x")));
    }

    /** The source lets go, and the sweep purges: each fork has what its source showed at one moment, and keeps it. */
    @Test
    void forksAreMadeWhileTheSourceLetsGo() {
        var source = sessionWithMessages(5);
        retain(source, 5);
        var forks = ParallelClients.of(4, number -> {
            var made = new HashMap<String, List<String>>();
            for (int i = 0; i < ROUNDS; i++) {
                var id = "a" + number + "-" + i;
                if (number < 2) {
                    retryWhileBusy(201, () -> append(source, message(id, "x"), message(id + "b", "x")));
                    continue;
                }
                var fork = retryWhileBusy(201, () -> ForkApi.fork(source, null)).at("/id");
                var path = path(fork);
                assertEquals(5, path.size());
                if (number == 3) {
                    say(fork, "own");
                    path = Stream.concat(path.stream().skip(1), Stream.of("own"))
                            .toList();
                }
                made.put(fork, path);
            }
            return made;
        });
        forks.forEach(made -> made.forEach((fork, path) -> assertEquals(path, path(fork))));
        api().delete(SESSION, source).send().expect(204);
        forks.forEach(made -> made.forEach((fork, path) -> assertEquals(path, path(fork))));
    }

    /** Who has let go of all that was inherited leaves the source, unless it is read through it, by one that is just made. */
    @Test
    void forksLeaveTheirSourceWhileTheyAreForked() {
        var source = sessionWithMessages(3);
        ParallelClients.of(4, number -> {
            for (int i = 0; i < ROUNDS; i++) {
                var fork = retryWhileBusy(201, () -> ForkApi.fork(source, null)).at("/id");
                say(fork, "a");
                var whole = retryWhileBusy(201, () -> ForkApi.fork(fork, null)).at("/id");
                keepLast(fork, 1);
                var last = retryWhileBusy(201, () -> ForkApi.fork(fork, null)).at("/id");
                delete(i % 2 == 0 ? whole : fork);
                if (i % 2 == 0) {
                    say(fork, "b");
                    assertEquals(List.of("b"), path(fork));
                } else {
                    assertEquals(List.of("m0", "m1", "m2", "a"), path(whole));
                }
                assertEquals(List.of("a"), path(last));
                say(last, "c");
                assertEquals(List.of("c"), path(last));
            }
            return null;
        });
        assertEquals(List.of("m0", "m1", "m2"), path(source));
    }
}
