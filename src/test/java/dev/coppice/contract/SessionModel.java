package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.contract.CompactionModel.Shown;
import dev.coppice.contract.TreeModel.Node;
import dev.coppice.support.Json;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * A plain model of a session: its messages and compactions. A fork is a deep copy with the same retention. Methods that
 * say so also change the session on the server.
 */
final class SessionModel {
    final String id;
    final TreeModel tree = new TreeModel();
    final CompactionModel compactions = new CompactionModel();

    SessionModel(String id) {
        this.id = id;
    }

    SessionModel fork(String id, Node at) {
        var fork = new SessionModel(id);
        compactions.copy(tree.copyPath(at, fork.tree), fork.compactions);
        return fork;
    }

    /** Sets {@code maxMessages} in the model and on the server; null for all messages. */
    void retain(Integer messages) {
        Contract.retain(id, messages);
        tree.retain(messages);
        compactions.trim();
    }

    /** Applies retention after an append; returns the number of removed messages. */
    int trim() {
        int removed = tree.trim();
        compactions.trim();
        return removed;
    }

    /** Updates the text of a message in the model and on the server. */
    void update(String message, String text) {
        Contract.api()
                .put(Contract.MESSAGE, id, message)
                .json(Contract.message(message, text))
                .send()
                .expect(200);
        tree.update(message, text);
    }

    /** Deletes a message in the model and on the server. */
    void remove(String message) {
        Contract.api().delete(Contract.MESSAGE, id, message).send().expect(204);
        tree.delete(message);
    }

    /** Clears the history in the model and on the server. */
    void clear() {
        Contract.api().post(Contract.SESSION + "/clear", id).send().expect(200);
        tree.clear();
        compactions.clear();
    }

    /** Compares everything that can be read from the server; of histories, those of the leaf and of one other message. */
    void compare(Random random) {
        var state = Contract.get(id);
        var live = tree.live();
        var leaf = tree.leaf();
        assertEquals(leaf, state.at("/leafId"), "leaf of " + id);
        assertEquals(live.size(), state.number("/messageCount"), "messageCount of " + id);
        assertEquals(
                CompactionModel.tokens(compactions.shown(TreeModel.pathWithDeleted(tree.node(leaf)))),
                state.number("/tokens"),
                "tokens of " + id);
        compareEntries(live, Contract.pageSize(live.size(), random));
        compareLeaves(live, random);
        RunsOfTree.compare(id, random);
        if (leaf != null) {
            compareHistory(leaf);
            var other = live.get(random.nextInt(live.size()));
            compareHistory(other.id);
            assertEquals(
                    tree.children(other).stream().map(node -> node.id).toList(),
                    Contract.children(id, other.id),
                    "children of " + other.id + " in " + id);
        }
    }

    private void compareEntries(List<Node> live, int limit) {
        var entries = Contract.allEntries(Contract.api(), id, limit);
        assertEquals(
                live.stream().map(this::entry).toList(),
                entries.stream()
                        .map(entry -> String.join(
                                " ",
                                Json.text(entry.at("/message/id")),
                                "under",
                                Json.text(entry.path("parentId")),
                                "at",
                                Json.text(entry.path("depth")),
                                "with",
                                Json.text(entry.path("children")),
                                Json.text(entry.at("/message/parts/0/text"))))
                        .toList(),
                "entries of " + id);
    }

    private String entry(Node node) {
        return String.join(
                " ",
                node.id,
                "under",
                node.parentId(),
                "at",
                Integer.toString(tree.path(node.id).size() - 1),
                "with",
                Integer.toString(tree.children(node).size()),
                node.text);
    }

    private void compareLeaves(List<Node> live, Random random) {
        var expected = new TreeSet<>(live.stream()
                .filter(node -> tree.children(node).isEmpty())
                .map(node -> node.id)
                .toList());
        int limit = Contract.pageSize(expected.size(), random);
        var leaves = Contract.allItems("items", cursor -> {
            var call = Contract.api().get(Contract.SESSION + "/leaves", id).query("limit", limit);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(
                expected,
                new TreeSet<>(leaves.stream()
                        .map(entry -> Json.text(entry.at("/message/id")))
                        .toList()),
                "leaves of " + id);
    }

    private void compareHistory(String leaf) {
        var call = Contract.api().get(Contract.HISTORY, id).query("leafId", leaf);
        var answer = call.send().expect(200);
        CompactionModel.compare(
                compactions.shown(TreeModel.pathWithDeleted(tree.node(leaf))),
                answer,
                "history of " + leaf + " in " + id);
        assertEquals(tree.path(leaf).size(), answer.number("/pathLength"));
        var raw = tree.path(leaf).stream()
                .map(node -> new Shown(node.id, node.text))
                .toList();
        CompactionModel.compare(
                raw, call.query("raw", true).send().expect(200), "raw history of " + leaf + " in " + id);
        int last = Math.max(1, raw.size() / 2);
        var window = call.query("last", last).send().expect(200);
        CompactionModel.compare(raw.subList(raw.size() - last, raw.size()), window, "end of " + leaf + " in " + id);
    }
}
