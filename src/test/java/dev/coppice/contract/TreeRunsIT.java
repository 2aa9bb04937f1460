package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree of a session with one node for each run: messages of which each but the last has exactly one child. */
class TreeRunsIT extends Contract {
    private static final String TREE = "/v1/sessions/{}/tree";

    private static HttpAnswer runs(String session) {
        return api().get(TREE, session).query("runs", true).send().expect(200);
    }

    /** The runs as text, for example {@code m0-m4}. */
    private static List<String> names(String session) {
        RunsOfTree.compare(session, 1);
        RunsOfTree.compare(session, 200);
        var names = new ArrayList<String>();
        runs(session)
                .json()
                .path("nodes")
                .forEach(run -> names.add(Json.text(run.path("firstId")) + "-" + Json.text(run.path("lastId"))));
        return names;
    }

    private static void delete(String session, String... ids) {
        var call = api().delete(MESSAGES, session);
        for (var id : ids) {
            call = call.query("id", id);
        }
        call.send().expect(200);
    }

    @Test
    void lineIsOneRun() {
        var id = sessionWithMessages(5);
        var answer = runs(id);
        long bytes = 0;
        long tokens = 0;
        for (int i = 0; i < 5; i++) {
            bytes += message("m" + i, i % 2 == 0 ? "user" : "assistant", "text " + i)
                    .getBytes(StandardCharsets.UTF_8)
                    .length;
            tokens += entry(id, "m" + i).number("/tokens");
        }
        assertEquals(
                Json.object(
                                "nodes",
                                List.of(Json.object(
                                        "firstId",
                                        "m0",
                                        "lastId",
                                        "m4",
                                        "parentId",
                                        null,
                                        "root",
                                        true,
                                        "depth",
                                        0,
                                        "count",
                                        5,
                                        "tokens",
                                        tokens,
                                        "bytes",
                                        bytes,
                                        "firstCreatedAt",
                                        "2026-03-01T10:00:00.000Z",
                                        "lastCreatedAt",
                                        "2026-03-01T10:00:00.000Z",
                                        "children",
                                        0)),
                                "leafId",
                                "m4",
                                "nextCursor",
                                null)
                        .toString(),
                answer.json().toString());
    }

    @Test
    void branchDividesRun() {
        var id = sessionWithMessages(6);
        appendUnder(id, "m2", message("a0", "a"), message("a1", "a")).expect(201);
        appendUnder(id, null, message("r", "root")).expect(201);
        assertEquals(List.of("m0-m2", "m3-m5", "a0-a1", "r-r"), names(id));
        var answer = runs(id);
        assertEquals(Arrays.asList(null, "m2", "m2", null), answer.all("/nodes", "parentId"));
        assertEquals(List.of("2", "0", "0", "0"), answer.all("/nodes", "children"));
        assertEquals(List.of("0", "3", "3", "0"), answer.all("/nodes", "depth"));
        assertEquals("r", answer.at("/leafId"));
    }

    @Test
    void deletedMessagesJoinAndDivideRuns() {
        var id = sessionWithMessages(6);
        appendUnder(id, "m2", message("a0", "a"), message("a1", "a")).expect(201);
        delete(id, "m2");
        assertEquals(List.of("m0-m1", "m3-m5", "a0-a1"), names(id));
        delete(id, "a0", "a1");
        assertEquals(List.of("m0-m5"), names(id));
        appendUnder(id, "m4", message("b", "b")).expect(201);
        assertEquals(List.of("m0-m4", "m5-m5", "b-b"), names(id));
        delete(id, "m0", "m1");
        assertEquals(List.of("m3-m4", "m5-m5", "b-b"), names(id));
        delete(id, "m3", "m4");
        assertEquals(List.of("m5-m5", "b-b"), names(id));
        assertEquals(Arrays.asList(null, null), runs(id).all("/nodes", "parentId"));
    }

    @Test
    void alternativesThatReplaceDeletedAnswersAreOneRun() {
        var id = session();
        for (int i = 0; i < 4; i++) {
            append(id, message("q" + i, "?"), message("x" + i, "assistant", "wrong"))
                    .expect(201);
            delete(id, "x" + i);
            append(id, message("a" + i, "assistant", "right")).expect(201);
        }
        assertEquals(List.of("q0-a3"), names(id));
        assertEquals("8", runs(id).all("/nodes", "count").get(0));
    }

    @Test
    void updatedMessagesCountWithNewSize() {
        var id = sessionWithMessages(4);
        api().put(MESSAGE, id, "m1")
                .json(message("m1", "x".repeat(5_000)))
                .send()
                .expect(200);
        api().put(MESSAGE, id, "m3")
                .json(message("m3", "y".repeat(3_000)))
                .send()
                .expect(200);
        assertTrue(runs(id).number("/nodes/0/bytes") > 8_000);
        RunsOfTree.compare(id, 10);
    }

    @Test
    void forkHasInheritedRunsWithoutOtherBranchesOfItsSource() {
        var id = sessionWithMessages(6);
        appendUnder(id, "m2", message("a0", "a"), message("a1", "a"), message("a2", "a"))
                .expect(201);
        var fork = ForkApi.fork(id, "a1").expect(201).at("/id");
        assertEquals(List.of("m0-a1"), names(fork));
        append(fork, message("f", "f")).expect(201);
        assertEquals(List.of("m0-f"), names(fork));
        appendUnder(fork, "m1", message("g", "g")).expect(201);
        assertEquals(List.of("m0-m1", "m2-f", "g-g"), names(fork));
        delete(fork, "m0");
        assertEquals(List.of("m1-m1", "m2-f", "g-g"), names(fork));
        assertEquals(List.of("m0-m2", "m3-m5", "a0-a2"), names(id));
    }

    @Test
    void messagesBeyondRetentionAreInNoRun() {
        var id = sessionWithMessages(6);
        appendUnder(id, "m1", message("a0", "a"), message("a1", "a")).expect(201);
        appendUnder(id, "m4", message("b0", "b"), message("b1", "b"), message("b2", "b"))
                .expect(201);
        retain(id, 4);
        assertEquals(List.of("m4-m4", "m5-m5", "a0-a1", "b0-b2"), names(id));
        assertEquals(Arrays.asList(null, "m4", null, "m4"), runs(id).all("/nodes", "parentId"));
    }

    @Test
    void runsArePaged() {
        var id = sessionWithMessages(8);
        for (int i = 0; i < 7; i++) {
            appendUnder(id, "m" + i, message("a" + i, "a")).expect(201);
        }
        for (int limit = 1; limit < 8; limit++) {
            RunsOfTree.compare(id, limit);
        }
        var page =
                api().get(TREE, id).query("runs", true).query("limit", 3).send().expect(200);
        assertEquals(3, page.json().path("nodes").size());
        assertTrue(page.header("Link").contains("runs=true"), page.header("Link"));
        api().get(TREE, id).query("cursor", page.at("/nextCursor")).send().problem(400, "malformed");
    }

    @Test
    void emptySessionHasNoRun() {
        var answer = runs(session());
        assertEquals(0, answer.json().path("nodes").size());
        assertTrue(answer.json().path("leafId").isNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "1", ""})
    void invalidFlagIsRefused(String value) {
        assertRefused(api().get(TREE, session()).query("runs", value).send()).problem(400, "malformed");
    }
}
