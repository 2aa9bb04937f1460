package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Extreme trees: a parent with many children, and a path across many branches. */
@DatabaseNeutral
class TreeShapesIT extends Contract {

    private static final int CHILDREN = 1_500;
    private static final int BRANCHES = 1_000;
    private static final int BATCH = 100;

    private static List<JsonNode> pages(String array, String path, Object... segments) {
        var slowest = new long[1];
        Function<String, HttpAnswer> page = cursor -> {
            var call = api().get(path, segments).query("limit", 200);
            var answer = (cursor == null ? call : call.query("cursor", cursor)).send();
            slowest[0] = Math.max(slowest[0], answer.took().toMillis());
            return answer;
        };
        var items = allItems(array, page);
        System.out.printf("%s: %d items, slowest page of 200 in %d ms%n", path, items.size(), slowest[0]);
        assertTrue(slowest[0] < 30_000, "A page took " + slowest[0] + " ms");
        return items;
    }

    private static String under(String parent, String id) {
        return "{\"message\":" + message(id, "x") + ",\"parentId\":" + Json.quote(parent) + "}";
    }

    private static void appendEntries(String session, List<String> entries) {
        for (var from = 0; from < entries.size(); from += BATCH) {
            var batch = entries.subList(from, Math.min(entries.size(), from + BATCH));
            appendRaw(session, "{\"entries\":[" + String.join(",", batch) + "]}")
                    .expect(201);
        }
    }

    private static List<String> messageIds(List<JsonNode> entries) {
        return entries.stream().map(entry -> Json.text(entry.at("/message/id"))).toList();
    }

    @Test
    void parentMayHaveThousandsOfChildren() {
        var session = sessionWithMessages(1);
        var entries = new ArrayList<String>();
        for (var i = 0; i < CHILDREN; i++) {
            entries.add(under("m0", "c" + i));
        }
        appendEntries(session, entries);
        var expected = IntStream.range(0, CHILDREN).mapToObj(i -> "c" + i).toList();
        assertEquals(expected, messageIds(pages("items", MESSAGE + "/children", session, "m0")));
        assertEquals(CHILDREN, entry(session, "m0").number("/children"));
        assertEquals(new HashSet<>(expected), new HashSet<>(messageIds(pages("items", SESSION + "/leaves", session))));
        assertEquals(CHILDREN + 1, pages("items", MESSAGES, session).size());
        assertEquals(
                expected,
                pages("nodes", SESSION + "/tree", session).stream()
                        .skip(1)
                        .map(node -> Json.text(node.path("id")))
                        .toList());
        assertEquals(List.of("m0", "c17"), path(session, "c17"));
        api().delete(MESSAGE, session, "m0").send().expect(204);
        assertEquals(List.of("c17"), path(session, "c17"));
        assertEquals(
                CHILDREN,
                messageIds(pages("items", SESSION + "/leaves", session)).size());
    }

    @Test
    void pathMaySpanThousandBranches() {
        var session = sessionWithMessages(2);
        var entries = new ArrayList<String>();
        var path = new ArrayList<>(List.of("m0", "m1"));
        for (var i = 0; i < BRANCHES; i++) {
            // Branches off before the last message, which remains as a leaf beside the path.
            path.remove(path.size() - 1);
            var names = List.of("b" + i, "t" + i);
            entries.add(under(path.get(path.size() - 1), names.get(0)));
            entries.add(under(names.get(0), names.get(1)));
            path.addAll(names);
        }
        appendEntries(session, entries);
        assertEquals(path, path(session));
        var state = history(session);
        assertEquals(path.size(), state.number("/pathLength"));
        assertEquals(get(session).number("/tokens"), state.number("/tokens"));
        assertEquals(BRANCHES + 1, pages("items", SESSION + "/leaves", session).size());
        assertEquals(path, pagedBackwards(session));
        for (var deleted : List.of("b3", "b500", "b501", "b998")) {
            api().delete(MESSAGE, session, deleted).send().expect(204);
            path.remove(deleted);
        }
        assertEquals(path, path(session));
        assertEquals(path, pagedBackwards(session));
        var middle = path(session, "t400");
        assertEquals("t400", middle.get(middle.size() - 1));
        assertEquals(path.subList(0, path.indexOf("b400") + 1), middle.subList(0, middle.size() - 1));
    }

    private static List<String> pagedBackwards(String session) {
        var pages = new ArrayList<List<String>>();
        String before = null;
        do {
            var call = api().get(HISTORY, session).query("last", 50);
            var page = (before == null ? call : call.query("before", before))
                    .send()
                    .expect(200);
            pages.add(page.all("/messages", "id"));
            before = page.at("/before");
        } while (before != null);
        Collections.reverse(pages);
        return pages.stream().flatMap(List::stream).toList();
    }
}
