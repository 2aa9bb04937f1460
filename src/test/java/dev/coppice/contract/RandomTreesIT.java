package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Random writes, compared with a plain model: after each, all that can be read must agree. */
@Order(IndexApi.FIRST)
@Tag("chaos")
class RandomTreesIT extends Contract {

    private static final int STEPS = 40;
    private static final int MAX_WORDS = 12;

    final String session = session();
    final TreeModel model = new TreeModel();
    private int batches;

    @Seeds({1, 2, 3, 5, 8})
    void randomWritesMatchModel(long seed) {
        var random = new Random(seed);
        for (var step = 0; step < STEPS; step++) {
            write(random);
            compare(random);
        }
    }

    @Test
    void idOfDeletedMessageIsFree() {
        append(null, false);
        var id = model.leaf();
        for (var round = 0; round < 3; round++) {
            api().delete(MESSAGE, session, id).send().expect(204);
            model.delete(id);
            append(session, message(id, "again " + round)).expect(201);
            model.append(id, null, "again " + round);
            compare(new Random(round));
        }
    }

    void write(Random random) {
        var live = model.live();
        var choice = random.nextInt(100);
        if (live.isEmpty() || choice < 40) {
            append(model.leaf(), true);
        } else if (choice < 60) {
            append(random.nextInt(8) == 0 ? null : randomId(random, live), false);
        } else if (choice < 75) {
            var id = randomId(random, live);
            var text = text(random);
            api().put(MESSAGE, session, id).json(message(id, text)).send().expect(200);
            model.update(id, text);
        } else if (choice < 98) {
            delete(random, live);
        } else {
            api().post(SESSION + "/clear", session).send().expect(200);
            model.clear();
        }
    }

    private void append(String parent, boolean atLeaf) {
        var ids = new ArrayList<String>();
        var messages = new ArrayList<String>();
        for (var i = 0; i <= batches % 3; i++) {
            var id = "m" + batches + "-" + i;
            ids.add(id);
            messages.add(message(id, "text of " + id));
        }
        batches++;
        var batch = messages.toArray(String[]::new);
        var answer = (atLeaf ? append(session, batch) : appendUnder(session, parent, batch)).expect(201);
        var lastId = parent;
        for (var id : ids) {
            model.append(id, lastId, "text of " + id);
            lastId = id;
        }
        assertEquals(model.trim(), answer.json().path("trimmed").asInt());
    }

    private void delete(Random random, List<TreeModel.Node> live) {
        var ids = new TreeSet<String>();
        for (var i = 0; i <= random.nextInt(3); i++) {
            ids.add(randomId(random, live));
        }
        var call = api().delete(MESSAGES, session);
        for (var id : ids) {
            call = call.query("id", id);
        }
        call.send().expect(200);
        ids.forEach(model::delete);
    }

    private static String randomId(Random random, List<TreeModel.Node> live) {
        return live.get(random.nextInt(live.size())).id;
    }

    private static String text(Random random) {
        return "word ".repeat(1 + random.nextInt(MAX_WORDS)).strip();
    }

    void compare(Random random) {
        var live = model.live();
        var entries = allEntries(api(), session, pageSize(live.size(), random));
        assertEquals(
                live.stream().map(n -> n.id).toList(),
                entries.stream().map(e -> Json.text(e.at("/message/id"))).toList());
        var tokens = 0L;
        for (var i = 0; i < live.size(); i++) {
            compare(live.get(i), entries.get(i));
        }
        for (var node : model.path(model.leaf())) {
            tokens += entries.get(live.indexOf(node)).path("tokens").asLong();
        }
        var state = get(session);
        assertEquals(model.leaf(), state.at("/leafId"));
        assertEquals(live.size(), state.number("/messageCount"));
        assertEquals(tokens, state.number("/tokens"));
        compareHistory(model.leaf());
        RunsOfTree.compare(session, random);
        if (!live.isEmpty()) {
            compareHistory(randomId(random, live));
            var parent = live.get(random.nextInt(live.size()));
            assertEquals(model.children(parent).stream().map(n -> n.id).toList(), children(session, parent.id));
        }
        var expectedLeaves = new TreeSet<>(live.stream()
                .filter(n -> model.children(n).isEmpty())
                .map(n -> n.id)
                .toList());
        int limit = pageSize(expectedLeaves.size(), random);
        var leaves = allItems("items", cursor -> {
            var call = api().get(SESSION + "/leaves", session).query("limit", limit);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(
                expectedLeaves,
                new TreeSet<>(
                        leaves.stream().map(e -> Json.text(e.at("/message/id"))).toList()));
    }

    private void compare(TreeModel.Node node, JsonNode entry) {
        assertEquals(node.text, Json.text(entry.at("/message/parts/0/text")), node.id);
        assertEquals(
                entry.path("message").toString().getBytes(StandardCharsets.UTF_8).length,
                entry.path("bytes").asInt(),
                "bytes of " + node.id);
        assertEquals(node.parentId(), Json.text(entry.path("parentId")), "parent of " + node.id);
        assertEquals(model.path(node.id).size() - 1, entry.path("depth").asInt(), "depth of " + node.id);
        assertEquals(model.children(node).size(), entry.path("children").asInt(), "children of " + node.id);
    }

    private void compareHistory(String leaf) {
        var call = api().get(HISTORY, session);
        var answer = (leaf == null ? call : call.query("leafId", leaf)).send().expect(200);
        var path = model.path(leaf);
        assertEquals(path.stream().map(n -> n.id).toList(), answer.all("/messages", "id"));
        assertEquals(path.size(), answer.number("/pathLength"));
        if (!path.isEmpty()) {
            var last = Math.max(1, path.size() / 2);
            var window = api().get(HISTORY, session)
                    .query("leafId", leaf)
                    .query("last", last)
                    .send()
                    .expect(200);
            assertEquals(
                    path.subList(path.size() - last, path.size()).stream()
                            .map(n -> n.id)
                            .toList(),
                    window.all("/messages", "id"));
            assertEquals(path.size() > last, window.json().path("truncated").asBoolean());
        }
    }
}
