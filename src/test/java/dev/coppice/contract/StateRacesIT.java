package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Several writers at the same state, on two servers where the database can be shared; its limits; and a crash. */
@RunsAlone("a race of its own")
class StateRacesIT extends StateApi {
    private static CoppiceServer server;
    private static CoppiceServer second;

    @BeforeAll
    static void startServers() {
        server = CoppiceServer.named("state")
                .environment("COPPICE_STATE_MAX_VALUES", "3")
                .environment("COPPICE_STATE_MAX_ITEMS", "5000")
                .start();
        if (Databases.mariaDb()) {
            second = CoppiceServer.named("state-2").database(server.database()).start();
        }
    }

    @AfterAll
    static void stopServers() {
        if (second != null) {
            second.close();
        }
        server.close();
    }

    /** The other node knows the token from the database; without one it is the same. */
    private static Api node(int number) {
        return number % 2 == 0 || second == null ? server.api() : new Api(second.uri(), server.token());
    }

    private static String made() {
        var id = unique("s");
        node(0).put(SESSION, id).send().expect(201);
        return id;
    }

    @Test
    void twoProcessesTimesTwoHundredAppendsAreAllThere() {
        var id = made();
        ParallelClients.of(2, writer -> {
            for (int i = 0; i < 200; i++) {
                var item = "{\"items\":[\"" + writer + "." + i + "\"]}";
                persistently(
                        201, () -> node(writer).post(ITEMS, id, "l").json(item).send());
            }
            return writer;
        });
        var list = node(0).get(VALUE, id, "l").send().expect(200);
        var items = StreamSupport.stream(list.json().spliterator(), false)
                .map(Json::text)
                .toList();
        assertEquals(400, items.size());
        assertEquals(400, new HashSet<>(items).size());
        for (int writer = 0; writer < 2; writer++) {
            var prefix = writer + ".";
            assertEquals(
                    IntStream.range(0, 200).mapToObj(i -> prefix + i).toList(),
                    items.stream().filter(item -> item.startsWith(prefix)).toList(),
                    "each writer's in its order");
        }
        assertEquals(list.text(), node(1).get(VALUE, id, "l").send().expect(200).text());
        assertEquals("\"400\"", list.etag());
    }

    @Test
    void ofManyWhoKnowOneVersionOneWrites() {
        var id = made();
        for (int round = 0; round < 5; round++) {
            var version = "\"" + round + "\"";
            var answers = ParallelClients.of(8, writer -> {
                HttpCall call = node(writer)
                        .put(VALUE, id, "k")
                        .header("If-Match", version)
                        .json("\"" + unique("v") + "\"");
                var answer = call.send();
                while (answer.status() == 503) {
                    answer = call.send();
                }
                return answer;
            });
            assertEquals(
                    1, answers.stream().filter(answer -> answer.status() < 300).count());
            answers.stream()
                    .filter(answer -> answer.status() >= 300)
                    .forEach(answer -> answer.problem(412, "stale-version"));
        }
    }

    @Test
    void patchesOfManyAreAllMerged() {
        var id = made();
        ParallelClients.of(8, writer -> {
            for (int i = 0; i < 5; i++) {
                var patch = "{\"" + writer + "." + i + "\":" + i + "}";
                persistently(
                        200, () -> node(writer).patch(STATE, id).json(patch).send());
            }
            return writer;
        });
        assertEquals(40, node(1).get(STATE, id).send().expect(200).json().size());
    }

    @Test
    void aSessionKeepsAsMuchAsTheSettingsSay() {
        var id = made();
        var whole = "[" + "1,".repeat(4999) + "1]";
        node(0).put(VALUE, id, "a").json(whole).send().expect(201);
        node(0).put(VALUE, id, "a").json("[2," + whole.substring(1)).send().problem(413, "too-large");
        var one = node(0).post(ITEMS, id, "a").json("{\"items\":[1]}");
        one.send().problem(413, "too-large");
        node(0).put(VALUE, id, "b").json("1").send().expect(201);
        node(0).put(VALUE, id, "c").json("1").send().expect(201);
        node(0).put(VALUE, id, "d").json("1").send().problem(413, "too-large");
        node(0).post(ITEMS, id, "d").json("{\"items\":[1]}").send().problem(413, "too-large");
        node(0).put(VALUE, id, "c").json("[2]").send().expect(200);
        node(0).delete(VALUE, id, "b").send().expect(204);
        node(0).put(VALUE, id, "d").json("1").send().expect(201);
        assertEquals(List.of("a", "c", "d"), node(0).get(VALUES, id).send().all("/items", "key"));
    }

    /** A reader sees a list as it was at one version, or is cut off; it never sees two of them mixed. */
    @Test
    void aReaderNeverSeesTwoVersionsOfAListMixed() {
        var id = made();
        var size = 3000;
        ParallelClients.of(4, number -> {
            for (int i = 0; i < 15; i++) {
                if (number == 0) {
                    var items = ("\"" + i + "\",").repeat(size);
                    persistently(i == 0 ? 201 : 200, () -> node(0).put(VALUE, id, "l")
                            .json("[" + items + "\"end\"]")
                            .send());
                } else {
                    read(id, number, size);
                }
            }
            return number;
        });
    }

    private static void read(String id, int number, int size) {
        try {
            var answer = node(number).get(VALUE, id, "l").send();
            if (answer.status() == 200) {
                var list = answer.json();
                assertEquals(size + 1, list.size());
                var seen = new HashSet<String>();
                list.forEach(item -> seen.add(Json.text(item)));
                assertEquals(2, seen.size(), "one version");
            } else {
                answer.problem(404, "value-not-found");
            }
        } catch (java.io.UncheckedIOException cut) {
            assertTrue(cut.getMessage() != null);
        }
    }

    @Test
    void whatWasAcknowledgedOutlivesAKill() {
        var id = made();
        node(0).put(VALUE, id, "k").json("{ \"n\": 1.0 }").send().expect(201);
        node(0).put(VALUE, id, "l").json("[1,2,3]").send().expect(201);
        node(0).put(VALUE, id, "l").json("[1,\"x\"]").send().expect(200);
        node(0).post(ITEMS, id, "l").json("{\"items\":[4]}").send().expect(201);
        node(0).patch(STATE, id).json("{\"step\":3}").send().expect(200);
        var reads = List.of(
                node(0).get(VALUE, id, "k"),
                node(0).get(VALUE, id, "l"),
                node(0).get(STATE, id),
                node(0).get(VALUES, id));
        var before = reads.stream().map(call -> call.send().expect(200).text()).toList();
        assertEquals("[1,\"x\",4]", before.get(1));

        server.kill9();
        server.restart();

        assertEquals(
                before,
                reads.stream().map(call -> call.send().expect(200).text()).toList());
    }
}
