package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.TestServers;
import java.util.HashSet;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several writers change the same state at the same time, on two nodes where the database can be shared. */
@RunsAlone("a race of its own")
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
class StateRacesIT extends StateApi {
    /** A client of the second node for odd numbers, if there is one; otherwise of the first. */
    private static Api node(int number) {
        return number % 2 == 0 ? TestServers.first().api() : TestServers.other();
    }

    private static String newSession() {
        var id = unique("s");
        node(0).put(SESSION, id).send().expect(201);
        return id;
    }

    @Test
    void concurrentAppendsOnTwoNodesAreAllStored() {
        var id = newSession();
        ParallelClients.of(2, writer -> {
            for (int i = 0; i < 200; i++) {
                var item = "{\"items\":[\"" + writer + "." + i + "\"]}";
                retryWhileBusy(
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
                    "items of one writer keep their order");
        }
        assertEquals(list.text(), node(1).get(VALUE, id, "l").send().expect(200).text());
        assertEquals("\"400\"", list.etag());
    }

    @Test
    void oneOfConcurrentConditionalWritesSucceeds() {
        var id = newSession();
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
    void concurrentPatchesAreAllMerged() {
        var id = newSession();
        ParallelClients.of(8, writer -> {
            for (int i = 0; i < 5; i++) {
                var patch = "{\"" + writer + "." + i + "\":" + i + "}";
                retryWhileBusy(
                        200, () -> node(writer).patch(STATE, id).json(patch).send());
            }
            return writer;
        });
        assertEquals(40, node(1).get(STATE, id).send().expect(200).json().size());
    }

    /** A reader sees one version of a list, or the connection is cut; it never sees a mix of two versions. */
    @Test
    void readerNeverSeesMixedVersionsOfList() {
        var id = newSession();
        var size = 3000;
        ParallelClients.of(4, number -> {
            for (int i = 0; i < 15; i++) {
                if (number == 0) {
                    var items = ("\"" + i + "\",").repeat(size);
                    retryWhileBusy(i == 0 ? 201 : 200, () -> node(0).put(VALUE, id, "l")
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
                assertEquals(2, seen.size(), "all items are of one version");
            } else {
                answer.problem(404, "value-not-found");
            }
        } catch (java.io.UncheckedIOException cut) {
            assertTrue(cut.getMessage() != null);
        }
    }
}
