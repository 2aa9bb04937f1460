package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.contract.TreeModel.Node;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Like {@link RandomTreesIT}, with appends of equal, changed and new messages in one request. */
class RandomUpsertsIT extends RandomTreesIT {

    private int requests;

    @Override
    @Seeds({13, 21, 34})
    void randomWritesMatchModel(long seed) {
        super.randomWritesMatchModel(seed);
    }

    @Override
    void write(Random random) {
        if (random.nextBoolean()) {
            upsert(random);
        } else {
            super.write(random);
        }
    }

    private void upsert(Random random) {
        requests++;
        var batch = batch(random);
        var onExisting = List.of("reject", "keep", "replace").get(random.nextInt(3));
        var parent = parent(random);
        var answer = send(batch, onExisting, parent);
        boolean differs = batch.entrySet().stream().anyMatch(message -> isRefused(message, onExisting));
        if (differs) {
            answer.problem(409, "message-exists");
        } else {
            apply(batch, onExisting, parent, answer);
        }
    }

    /** Ids and texts of a request: some existing messages, each unchanged, as first sent, or changed; and new ones. */
    private Map<String, String> batch(Random random) {
        var batch = new LinkedHashMap<String, String>();
        var live = model.live();
        for (var i = 0; i < random.nextInt(5) && !live.isEmpty(); i++) {
            var node = live.get(random.nextInt(live.size()));
            var text = List.of(node.text, first(node.id), "changed in request " + requests);
            batch.put(node.id, text.get(random.nextInt(3)));
        }
        for (var i = 0; i < random.nextInt(3) || batch.isEmpty(); i++) {
            var id = "u" + requests + "-" + i;
            batch.put(id, first(id));
        }
        return batch;
    }

    /** The text with which a message is first appended. */
    private static String first(String id) {
        return "text of " + id;
    }

    /** The members of a request that name its parent; empty for none. */
    private String parent(Random random) {
        var live = model.live();
        if (live.isEmpty() || random.nextInt(3) > 0) {
            return "";
        }
        return random.nextInt(4) == 0
                ? ",\"root\":true"
                : ",\"parentId\":" + Json.quote(live.get(random.nextInt(live.size())).id);
    }

    private HttpAnswer send(Map<String, String> batch, String onExisting, String parent) {
        var messages = new ArrayList<String>();
        batch.forEach((id, text) -> messages.add(message(id, text)));
        var members = "\"onExisting\":" + Json.quote(onExisting) + parent;
        return appendRaw(session, withMembers(members, messages.toArray(String[]::new)));
    }

    /** The first value counts as equal even after an update, unless the request replaces messages. */
    private boolean isSame(Node node, String text, String onExisting) {
        return text.equals(node.text) || !onExisting.equals("replace") && text.equals(first(node.id));
    }

    private boolean isRefused(Map.Entry<String, String> message, String onExisting) {
        var node = model.node(message.getKey());
        return onExisting.equals("reject") && node != null && !isSame(node, message.getValue(), onExisting);
    }

    private void apply(Map<String, String> batch, String onExisting, String parent, HttpAnswer answer) {
        var reasons = new ArrayList<String>();
        var previous = parent.isEmpty()
                ? model.leaf()
                : parent.contains("root")
                        ? null
                        : Json.text(Json.parse("{" + parent.substring(1) + "}").path("parentId"));
        for (var message : batch.entrySet()) {
            var id = message.getKey();
            var node = model.node(id);
            var reason = reason(node, message.getValue(), onExisting);
            reasons.add(reason);
            if (node == null) {
                model.append(id, previous, message.getValue());
                previous = id;
            } else if (!parent.isEmpty()) {
                previous = id;
            }
            if ("replaced".equals(reason)) {
                model.update(id, message.getValue());
            }
        }
        assertEquals(reasons, answer.all("/appended", "reason"));
        assertEquals(model.leaf(), answer.at("/leafId"));
        assertEquals(get(session).number("/tokens"), answer.number("/tokens"));
    }

    private String reason(Node node, String text, String onExisting) {
        if (node == null || isSame(node, text, onExisting)) {
            return null;
        }
        return onExisting.equals("replace") ? "replaced" : "kept";
    }
}
