package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Concurrent writers on one session: no message is lost, and no branch is created by accident. */
@RunsAlone("a race of its own")
class WritersIT extends Contract {
    private static final int RIVALS = 32;
    private static final int ROUNDS = 40;

    /** Appends concurrently; returns the ids of all messages with the parent ids in the answers. */
    private static Map<String, String> write(String session, int writers, int each) {
        var parents = ParallelClients.of(writers, writer -> {
            var ownParents = new HashMap<String, String>();
            for (var n = 0; n < each; n++) {
                var id = "w" + writer + "-" + n;
                var answer = retryWhileBusy(201, () -> append(session, message(id, "text")));
                ownParents.put(id, answer.at("/appended/0/parentId"));
            }
            return ownParents;
        });
        var all = new HashMap<String, String>();
        parents.forEach(all::putAll);
        return all;
    }

    private static void assertOnePath(String session, Map<String, String> parents, int writers) {
        var path = path(session);
        assertEquals(parents.keySet(), new HashSet<>(path));
        assertEquals(parents.size(), path.size());
        for (var i = 0; i < path.size(); i++) {
            assertEquals(i == 0 ? null : path.get(i - 1), parents.get(path.get(i)), "parent of number " + i);
        }
        for (var writer = 0; writer < writers; writer++) {
            var prefix = "w" + writer + "-";
            var order = path.stream().filter(id -> id.startsWith(prefix)).toList();
            assertEquals(
                    IntStream.range(0, order.size()).mapToObj(n -> prefix + n).toList(),
                    order,
                    "order of one writer's messages");
        }
        var state = get(session);
        assertEquals(parents.size(), state.number("/messageCount"));
        assertEquals(path.get(path.size() - 1), state.at("/leafId"));
        assertEquals(history(session).number("/tokens"), state.number("/tokens"));
    }

    @Test
    void eightWritersShareOnePath() {
        var session = session();
        assertOnePath(session, write(session, 8, 40), 8);
    }

    @Test
    void sixtyFourWritersSucceedAfterRetries() {
        var session = session();
        assertOnePath(session, write(session, 64, 6), 64);
    }

    @Test
    void hotSessionDoesNotBlockOthers() {
        var hot = session();
        var others = ParallelClients.of(40, writer -> {
            if (writer < 32) {
                for (var n = 0; n < 8; n++) {
                    var id = "w" + writer + "-" + n;
                    retryWhileBusy(201, () -> append(hot, message(id, "text")));
                }
                return 0;
            }
            var own = session();
            for (var n = 0; n < 20; n++) {
                append(own, message("m" + n, "text")).expect(201);
            }
            return path(own).size();
        });
        assertEquals(8 * 20, others.stream().mapToInt(Integer::intValue).sum());
        assertEquals(32 * 8, get(hot).number("/messageCount"));
    }

    @Test
    void oneOfConcurrentConditionalAppendsSucceeds() {
        var session = session();
        String leaf = null;
        for (var round = 0; round < ROUNDS; round++) {
            var condition = leaf == null ? "\"expectEmpty\":true" : "\"expectedLeafId\":" + Json.quote(leaf);
            var prefix = "r" + round + "-";
            var answers = ParallelClients.of(
                    RIVALS, runner -> appendRaw(session, withMembers(condition, message(prefix + runner, "x"))));
            var winners =
                    answers.stream().filter(answer -> answer.status() == 201).toList();
            assertEquals(1, winners.size(), answers.toString());
            leaf = winners.get(0).at("/leafId");
            for (var answer : answers) {
                if (answer.status() != 201) {
                    // 503 is accepted, too: the append was refused before it took a lock.
                    if (answer.status() != 503) {
                        assertEquals(leaf, answer.problem(409, "stale-leaf").at("/leafId"));
                    }
                }
            }
        }
        assertEquals(ROUNDS, path(session).size());
        assertEquals(ROUNDS, get(session).number("/messageCount"));
    }

    @Test
    void staleAppendsBecomeSiblingsOnRequest() {
        var session = sessionWithMessages(1);
        ParallelClients.of(
                8,
                i -> retryWhileBusy(
                        201,
                        () -> appendRaw(
                                session,
                                withMembers(
                                        "\"expectedLeafId\":\"m0\",\"onConflict\":\"branch\"",
                                        message("s" + i, "x")))));
        var siblings = children(session, "m0");
        assertEquals(8, siblings.size());
        assertEquals(8, new HashSet<>(siblings).size());
        assertEquals(siblings.get(7), get(session).at("/leafId"));
    }

    @Test
    void oneOfConcurrentCreatesSucceeds() {
        for (var round = 0; round < 5; round++) {
            var id = unique("s");
            var statuses = ParallelClients.of(
                    8, i -> retryWhileBusy(() -> create(Json.object("id", id))).status());
            assertEquals(1, statuses.stream().filter(status -> status == 201).count(), statuses.toString());
            assertEquals(7, statuses.stream().filter(status -> status == 409).count(), statuses.toString());
            var other = unique("s");
            var puts = ParallelClients.of(
                    8,
                    i -> retryWhileBusy(() -> api().put(SESSION, other).send()).status());
            assertEquals(1, puts.stream().filter(status -> status == 201).count(), puts.toString());
            assertEquals(7, puts.stream().filter(status -> status == 200).count(), puts.toString());
        }
    }

    @Test
    void concurrentFirstAppendsCreateOneSession() {
        var id = unique("s");
        ParallelClients.of(
                8,
                i -> retryWhileBusy(201, () -> api().post(MESSAGES, id)
                        .query("create", "true")
                        .json(batch(message("w" + i, "x")))
                        .send()));
        assertEquals(8, path(id).size());
    }

    @Test
    void concurrentAppendsUpdatesAndDeletesKeepTreeConsistent() {
        var session = sessionWithMessages(60);
        var deleted = new ArrayList<String>();
        IntStream.range(0, 15).forEach(i -> deleted.add("m" + (i * 4 + 1)));
        ParallelClients.of(6, worker -> {
            for (var n = 0; n < 15; n++) {
                var number = n;
                switch (worker % 3) {
                    case 0 -> retryWhileBusy(201, () -> append(session, message("w" + worker + "-" + number, "x")));
                    case 1 -> retryWhileBusy(200, () -> api().put(MESSAGE, session, "m" + (number * 4))
                            .json(message("m" + (number * 4), "updated by " + worker))
                            .send());
                    default -> retryWhileBusy(200, () -> api().delete(MESSAGES, session)
                            .query("id", deleted.get(number))
                            .send());
                }
            }
            return null;
        });
        var path = path(session);
        assertEquals(60 - 15 + 30, path.size());
        assertTrue(path.stream().noneMatch(deleted::contains), path.toString());
        var history = history(session);
        assertEquals(path.size(), history.number("/pathLength"));
        assertEquals(path.size(), get(session).number("/messageCount"));
        assertEquals(history.number("/tokens"), get(session).number("/tokens"));
        var sum = allEntries(api(), session, 200).stream()
                .mapToLong(entry -> entry.path("tokens").asLong())
                .sum();
        assertEquals(sum, history.number("/tokens"));
        assertEquals(List.of(), children(session, path.get(path.size() - 1)));
    }
}
