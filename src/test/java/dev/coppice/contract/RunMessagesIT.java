package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.ParallelClients;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages and usage of runs: repeated saves append each message once and count the usage once. */
class RunMessagesIT extends RunApi {

    private static String status(String status) {
        return "\"status\":\"" + status + "\"";
    }

    private static String withUsage(String status, long input) {
        return status(status) + ",\"usage\":{\"inputTokens\":" + input + ",\"cost\":" + input + "e-2}";
    }

    @Test
    void messagesAreAppendedOnceAcrossPauseResumeAndCompletion() {
        var id = session();
        append(id, message("q", "Fell it?")).expect(201);
        var paused = saveRun(id, "r", withMessages(status("paused"), "a", "b")).expect(201);
        assertEquals("[\"a\",\"b\"]", paused.json().path("appended").toString());
        var resumed =
                saveRun(id, "r", withMessages(status("running"), "a", "b", "c")).expect(200);
        assertEquals("[\"c\"]", resumed.json().path("appended").toString());
        saveRun(id, "r", withMessages(status("running"), "a", "b", "c")).expect(200);
        saveRun(id, "r", withMessages(status("completed"), "a", "b", "c", "d")).expect(200);
        saveRun(id, "r", withMessages(status("completed"), "a", "b", "c", "d")).expect(200);
        assertEquals(List.of("q", "a", "b", "c", "d"), path(id));
        assertEquals(5, get(id).number("/messageCount"));
    }

    @Test
    void deletedMessageIsNotAppendedAgain() {
        var id = session();
        saveRun(id, "r", withMessages(status("paused"), "a", "b")).expect(201);
        api().delete(MESSAGE, id, "b").send().expect(204);
        saveRun(id, "r", withMessages(status("completed"), "a", "b", "c")).expect(200);
        assertEquals(List.of("a", "c"), path(id));
        var other = saveRun(id, "other", withMessages(status("running"), "b")).expect(201);
        assertEquals("[\"b\"]", other.json().path("appended").toString(), "appended messages are remembered per run");
        assertEquals(List.of("a", "c", "b"), path(id));
    }

    @Test
    void clearedMessagesAreNotAppendedAgain() {
        var id = session();
        saveRun(id, "r", withMessages(status("paused"), "a", "b")).expect(201);
        api().post(SESSION + "/clear", id).send().expect(200);
        saveRun(id, "r", withMessages(status("completed"), "a", "b")).expect(200);
        assertNull(get(id).at("/leafId"));
    }

    @Test
    void differentMessageWithKnownIdIsRefused() {
        var id = session();
        saveRun(id, "r", withMessages(status("paused"), "a")).expect(201);
        saveRun(id, "r", "{" + status("completed") + ",\"messages\":[" + message("a", "other") + "]}")
                .problem(409, "message-exists");
        assertEquals("paused", run(id, "r").at("/status"));
    }

    @Test
    void messageAppendedOutsideRunIsNotAppendedAgain() {
        var id = session();
        append(id, message("a", "assistant", "text of a")).expect(201);
        var saved = saveRun(id, "r", withMessages(status("paused"), "a", "b")).expect(201);
        assertEquals("[\"b\"]", saved.json().path("appended").toString());
        api().delete(MESSAGE, id, "a").send().expect(204);
        saveRun(id, "r", withMessages(status("running"), "a", "b")).expect(200);
        assertEquals(List.of("b"), path(id));
    }

    @Test
    void twoRunsMayContainSameMessage() {
        var id = session();
        saveRun(id, "one", withMessages(status("paused"), "a", "a")).expect(201);
        var other = saveRun(id, "other", withMessages(status("paused"), "a")).expect(201);
        assertEquals(0, other.json().path("appended").size());
        assertEquals(List.of("a"), path(id));
        api().delete(MESSAGE, id, "a").send().expect(204);
        saveRun(id, "one", withMessages(status("completed"), "a")).expect(200);
        saveRun(id, "other", withMessages(status("completed"), "a")).expect(200);
        assertNull(get(id).at("/leafId"));
    }

    /** A user may have corrected or redacted the message before the run resumes from its checkpoint. */
    @Test
    void updatedMessageIsKept() {
        var id = session();
        saveRun(id, "r", withMessages(status("paused"), "a")).expect(201);
        api().put(MESSAGE, id, "a")
                .json(message("a", "assistant", "put right"))
                .send()
                .expect(200);
        var resumed =
                saveRun(id, "r", withMessages(status("completed"), "a", "b")).expect(200);
        assertEquals("[\"b\"]", resumed.json().path("appended").toString());
        assertTrue(entry(id, "a").expect(200).text().contains("put right"));
    }

    /** A resumed run appends at the leaf, after messages appended since, like any append. */
    @Test
    void resumedRunAppendsAtLeaf() {
        var id = session();
        saveRun(id, "r", withMessages(status("paused"), "a")).expect(201);
        append(id, message("q", "Yes, fell it.")).expect(201);
        saveRun(id, "r", withMessages(status("completed"), "a", "b")).expect(200);
        assertEquals(List.of("a", "q", "b"), path(id));
    }

    @Test
    void messagesAreAppendedAtLeafOrUnderParent() {
        var id = session();
        append(id, message("q1", "one"), message("q2", "two")).expect(201);
        saveRun(id, "leaf", withMessages(status("running"), "a")).expect(201);
        assertEquals(List.of("q1", "q2", "a"), path(id));
        saveRun(id, "branch", withMessages(status("running") + ",\"parentId\":\"q1\"", "b"))
                .expect(201);
        assertEquals(List.of("q1", "b"), path(id));
        saveRun(id, "root", withMessages(status("running") + ",\"root\":true", "c"))
                .expect(201);
        assertEquals(List.of("c"), path(id));
    }

    @Test
    void usageOfLastSaveIsCountedOnce() {
        var id = session();
        api().post(SESSION + "/usage", id).json("{\"inputTokens\":1000}").send().expect(200);
        saveRun(id, "r", "{" + withUsage("paused", 10) + "}").expect(201);
        assertEquals(1010, used(id, "inputTokens"));
        saveRun(id, "r", "{" + withUsage("paused", 10) + "}").expect(200);
        saveRun(id, "r", "{" + withUsage("running", 10) + "}").expect(200);
        saveRun(id, "r", "{" + status("running") + "}").expect(200);
        assertEquals(1010, used(id, "inputTokens"));
        saveRun(id, "r", "{" + withUsage("completed", 25) + "}").expect(200);
        saveRun(id, "r", "{" + withUsage("completed", 25) + "}").expect(200);
        assertEquals(1025, used(id, "inputTokens"));
        assertEquals("0.25", get(id).at("/usage/cost"));
        saveRun(id, "other", "{" + withUsage("completed", 5) + "}").expect(201);
        assertEquals(1030, used(id, "inputTokens"));
    }

    @Test
    void lowerUsageReducesTotal() {
        var id = session();
        saveRun(id, "r", "{" + withUsage("paused", 100) + "}").expect(201);
        saveRun(id, "r", "{" + withUsage("paused", 40) + "}").expect(200);
        assertEquals(40, used(id, "inputTokens"));
        saveRun(id, "r", "{" + status("paused") + ",\"usage\":{}}").expect(200);
        assertEquals(0, used(id, "inputTokens"));
        assertEquals("0", get(id).at("/usage/cost"));
    }

    @Test
    void refusedSaveChangesNothing() {
        var id = session();
        saveRun(id, "r", withMessages(withUsage("paused", 10), "a")).expect(201);
        var before = get(id).text();
        var refusedMessage = "{" + withUsage("paused", 99) + ",\"messages\":[" + message("b", "b") + ","
                + message("a", "other") + "]}";
        saveRun(id, "r", refusedMessage).problem(409, "message-exists");
        api().put(RUN, id, "r")
                .header("If-Match", "\"7\"")
                .json(withMessages(withUsage("paused", 99), "c"))
                .send()
                .problem(412, "stale-version");
        assertEquals(before, get(id).text());
    }

    @Test
    void concurrentSavesOfOneRunAppendAndCountOnce() {
        var id = session();
        ParallelClients.of(8, i -> {
            for (int k = 0; k < 5; k++) {
                var answer = saveRun(id, "r", withMessages(withUsage("running", 10), "a", "b", "c"));
                while (answer.status() == 503) {
                    answer = saveRun(id, "r", withMessages(withUsage("running", 10), "a", "b", "c"));
                }
                assertEquals(2, answer.status() / 100, answer.toString());
            }
            return i;
        });
        assertEquals(List.of("a", "b", "c"), path(id));
        assertEquals(10, used(id, "inputTokens"));
        assertEquals("\"1\"", run(id, "r").etag());
    }

    /** Random saves of some runs, many of them repeated, compared with a plain model. */
    @Seeds({1, 2, 3, 4})
    void randomSavesMatchModel(long seed) {
        var random = new Random(seed);
        var id = session();
        var statuses = new HashMap<String, String>();
        Map<String, Long> usage = new HashMap<>();
        var expectedPath = new ArrayList<String>();
        var appended = new HashSet<String>();
        for (int step = 0; step < 60; step++) {
            var run = "r" + random.nextInt(3);
            if (random.nextInt(12) == 0 && !expectedPath.isEmpty()) {
                api().delete(MESSAGE, id, expectedPath.remove(random.nextInt(expectedPath.size())))
                        .send()
                        .expect(204);
                continue;
            }
            var status = List.of("running", "paused", "error", "cancelled", "running", "paused", "completed")
                    .get(random.nextInt(step < 40 ? 6 : 7));
            var ids = IntStream.range(0, random.nextInt(6))
                    .mapToObj(i -> run + "." + i)
                    .toArray(String[]::new);
            var used = random.nextInt(3) == 0 ? null : (Long) (long) random.nextInt(50);
            var save = saveRun(id, run, withMessages(used == null ? status(status) : withUsage(status, used), ids));
            boolean unchanged = status.equals(statuses.get(run))
                    && (used == null || used.equals(usage.get(run)))
                    && appended.containsAll(List.of(ids));
            if ("completed".equals(statuses.get(run)) && !unchanged) {
                save.problem(409, "run-final");
                continue;
            }
            save.expect(statuses.containsKey(run) ? 200 : 201);
            statuses.put(run, status);
            usage.put(run, used == null ? usage.getOrDefault(run, 0L) : used);
            for (var message : ids) {
                if (appended.add(message)) {
                    expectedPath.add(message);
                }
            }
            assertEquals(expectedPath, expectedPath.isEmpty() ? List.of() : path(id), "step " + step);
            assertEquals(
                    usage.values().stream().mapToLong(Long::longValue).sum(), used(id, "inputTokens"), "step " + step);
        }
    }
}
