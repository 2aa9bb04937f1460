package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import tools.jackson.databind.JsonNode;

/** The runs of a session's tree, computed from the tree's messages and read from the server. */
final class RunsOfTree {
    private static final String TREE = "/v1/sessions/{}/tree";

    private final Map<String, JsonNode> nodes = new HashMap<>();
    private final Map<String, List<String>> children = new HashMap<>();

    private RunsOfTree(List<JsonNode> tree) {
        for (var node : tree) {
            var id = Json.text(node.path("id"));
            nodes.put(id, node);
            children.computeIfAbsent(Json.text(node.path("parentId")), parent -> new ArrayList<>())
                    .add(id);
        }
    }

    /** Asserts that the runs that the server returns, page by page, are those of the messages that it returns. */
    static void compare(String session, int limit) {
        compare(session, runs -> limit);
    }

    /** Asserts the same with one to three pages. */
    static void compare(String session, Random random) {
        compare(session, runs -> Contract.pageSize(runs, random));
    }

    private static void compare(String session, IntUnaryOperator limit) {
        var expected = new RunsOfTree(pages(session, "false", 200)).runs();
        var found = new HashMap<String, JsonNode>();
        var above = new HashSet<String>();
        for (var run : pages(session, "true", limit.applyAsInt(expected.size()))) {
            var parent = Json.text(run.path("parentId"));
            assertTrue(parent == null || above.contains(parent), () -> "a run precedes the one above: " + run);
            above.add(Json.text(run.path("lastId")));
            assertEquals(null, found.put(Json.text(run.path("firstId")), parsed(run)), "a run occurs twice");
        }
        assertEquals(expected, found, "runs of " + session);
    }

    private static List<JsonNode> pages(String session, String runs, int limit) {
        return Contract.allItems("nodes", cursor -> {
            var call = Contract.api().get(TREE, session).query("runs", runs).query("limit", limit);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
    }

    /** Returns an equal node, with the types of numbers that the parser chooses. */
    private static JsonNode parsed(JsonNode node) {
        return Json.parse(node.toString());
    }

    private Map<String, JsonNode> runs() {
        var runs = new HashMap<String, JsonNode>();
        nodes.forEach((id, node) -> {
            var parent = Json.text(node.path("parentId"));
            if (parent == null || children.get(parent).size() != 1) {
                runs.put(id, parsed(run(id, parent)));
            }
        });
        return runs;
    }

    private JsonNode run(String first, String parent) {
        long count = 0;
        long tokens = 0;
        long bytes = 0;
        var last = first;
        for (var next = List.of(first); next.size() == 1; next = children.getOrDefault(last, List.of())) {
            last = next.get(0);
            count++;
            tokens += nodes.get(last).path("tokens").asLong();
            bytes += nodes.get(last).path("bytes").asLong();
        }
        var run = Json.object(
                "firstId", first,
                "lastId", last,
                "parentId", parent,
                "depth", depth(parent),
                "count", count,
                "tokens", tokens,
                "bytes", bytes,
                "firstCreatedAt", Json.text(nodes.get(first).path("createdAt")),
                "lastCreatedAt", Json.text(nodes.get(last).path("createdAt")),
                "children", children.getOrDefault(last, List.of()).size());
        return parent == null ? run.put("root", true) : run;
    }

    private long depth(String parent) {
        long depth = 0;
        for (var at = parent; at != null; at = Json.text(nodes.get(at).path("parentId"))) {
            depth++;
        }
        return depth;
    }
}
