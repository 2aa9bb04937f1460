package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.contract.CompactionModel.Shown;
import dev.coppice.contract.TreeModel.Node;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

/** Random writes and compactions, compared with a plain model: after each, all that readers see must agree. */
@Order(IndexApi.FIRST)
@Tag("chaos")
class RandomCompactionsIT extends Contract {
    private static final int STEPS = 60;

    final String session = session();
    final TreeModel tree = new TreeModel();
    final CompactionModel compactions = new CompactionModel();
    final List<String> operations = new ArrayList<>();
    private int batches;

    @Seeds({3, 5, 8, 13, 34})
    void randomWritesMatchModel(long seed) {
        var random = new Random(seed);
        try {
            for (int step = 0; step < STEPS; step++) {
                write(random);
                compare(random);
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + String.join("; ", operations), e);
        }
    }

    void write(Random random) {
        int choice = random.nextInt(100);
        if (tree.live().isEmpty() || choice < 20) {
            append(tree.leaf(), true);
        } else if (choice < 32) {
            append(random.nextInt(8) == 0 ? null : randomNode(random).id, false);
        } else if (choice < 36) {
            appendUnderSummary(random);
        } else if (choice < 50) {
            update(randomNode(random).id, random);
        } else if (choice < 64) {
            delete(random);
        } else if (choice < 90) {
            compact(random);
        } else if (choice < 98) {
            undo(random);
        } else {
            operations.add("clear");
            api().post(SESSION + "/clear", session).send().expect(200);
            tree.clear();
            compactions.clear();
        }
    }

    private List<String> newIds() {
        var ids = new ArrayList<String>();
        for (int i = 0; i <= batches % 4; i++) {
            ids.add("m" + batches + "-" + i);
        }
        batches++;
        return ids;
    }

    private static String[] batchOf(List<String> ids) {
        return ids.stream().map(id -> message(id, "text of " + id)).toArray(String[]::new);
    }

    private void append(String parent, boolean atLeaf) {
        var ids = newIds();
        operations.add("append " + ids + " under " + parent);
        var answer = (atLeaf ? appendAtLeaf(ids) : appendUnder(session, parent, batchOf(ids))).expect(201);
        appendToModel(ids, parent == null ? null : tree.node(parent), answer);
    }

    private HttpAnswer appendAtLeaf(List<String> ids) {
        return append(session, batchOf(ids));
    }

    private void appendToModel(List<String> ids, Node parent, HttpAnswer answer) {
        var parentNode = parent;
        for (var id : ids) {
            parentNode = tree.appendUnder(parentNode, id, "text of " + id);
        }
        assertEquals(tree.trim(), answer.json().path("trimmed").asInt());
        compactions.trim();
    }

    /** A message appended under a summary follows the last message of its range, even if that message was deleted. */
    private void appendUnderSummary(Random random) {
        var all = compactions.all();
        if (!all.isEmpty()) {
            var compaction = all.get(random.nextInt(all.size()));
            var ids = newIds();
            operations.add("append " + ids + " under " + compaction);
            var answer =
                    appendUnder(session, compaction.messageId(), batchOf(ids)).expect(201);
            appendToModel(ids, compaction.to(), answer);
        }
    }

    private void update(String id, Random random) {
        var text = "word ".repeat(1 + random.nextInt(12)).strip();
        operations.add("update " + id);
        api().put(MESSAGE, session, id).json(message(id, text)).send().expect(200);
        tree.update(id, text);
    }

    private void delete(Random random) {
        for (int i = 0; i <= random.nextInt(3) && !tree.live().isEmpty(); i++) {
            var id = random.nextInt(4) == 0 ? tree.leaf() : randomNode(random).id;
            operations.add("delete " + id);
            api().delete(MESSAGE, session, id).send().expect(204);
            tree.delete(id);
        }
    }

    /** Compacts a random range of a path; either end may be named by an older summary that begins or ends there. */
    private void compact(Random random) {
        var line = TreeModel.pathWithDeleted(random.nextBoolean() ? tree.node(tree.leaf()) : randomNode(random));
        var live = line.stream().filter(node -> !node.deleted).toList();
        int first = random.nextInt(live.size());
        int second = random.nextInt(live.size());
        var from = live.get(Math.min(first, second));
        var to = live.get(Math.max(first, second));
        var fromId = from.id;
        var toId = to.id;
        if (random.nextInt(3) == 0) {
            for (var older : compactions.all()) {
                if (line.contains(older.from()) && line.indexOf(older.from()) <= line.indexOf(to)) {
                    from = older.from();
                    fromId = older.messageId();
                }
            }
        }
        if (random.nextInt(3) == 0) {
            for (var older : compactions.all()) {
                if (line.contains(older.to()) && line.indexOf(older.to()) >= line.indexOf(from)) {
                    to = older.to();
                    toId = older.messageId();
                }
            }
        }
        compactRange(line, from, fromId, to, toId, "Summary ".repeat(1 + random.nextInt(4)) + operations.size());
    }

    private void compactRange(List<Node> line, Node from, String fromId, Node to, String toId, String summary) {
        operations.add("compact " + fromId + " to " + toId);
        var range = line.subList(line.indexOf(from), line.indexOf(to) + 1);
        var before = CompactionModel.tokens(compactions.shown(range));
        var answer = CompactionsIT.compact(session, fromId, toId, summary).expect(201);
        assertEquals(range.stream().filter(node -> !node.deleted).count(), answer.number("/messages"));
        assertEquals(before, answer.number("/tokensBefore"), "tokensBefore");
        assertEquals(new Shown("", summary).tokens(), answer.number("/tokensAfter"));
        compactions.add(answer.at("/id"), from, to, summary);
    }

    private void undo(Random random) {
        var all = compactions.all();
        if (!all.isEmpty()) {
            var compaction = all.get(random.nextInt(all.size()));
            operations.add("undo " + compaction);
            api().delete(CompactionsIT.COMPACTIONS + "/{}", session, compaction.id())
                    .send()
                    .expect(204);
            compactions.remove(compaction);
        }
    }

    private Node randomNode(Random random) {
        var live = tree.live();
        return live.get(random.nextInt(live.size()));
    }

    private void compare(Random random) {
        var state = get(session);
        assertEquals(tree.leaf(), state.at("/leafId"));
        var shown = compactions.shown(TreeModel.pathWithDeleted(tree.node(tree.leaf())));
        assertEquals(CompactionModel.tokens(shown), state.number("/tokens"), "tokens of the session");
        int limit = pageSize(compactions.all().size(), random);
        var listed = allItems("items", cursor -> {
            var call = api().get(CompactionsIT.COMPACTIONS, session).query("limit", limit);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(
                compactions.all().stream()
                        .map(compaction -> compaction.id() + " " + compactions.isSuperseded(compaction))
                        .toList(),
                listed.stream()
                        .map(item -> Json.text(item.path("id")) + " "
                                + item.path("superseded").asBoolean())
                        .toList());
        if (tree.leaf() != null) {
            compareHistory(tree.leaf());
            compareHistory(randomNode(random).id);
            comparePages(tree.leaf(), 1 + random.nextInt(4));
            comparePages(randomNode(random).id, 1 + random.nextInt(4));
        }
    }

    private void compareHistory(String leaf) {
        var line = TreeModel.pathWithDeleted(tree.node(leaf));
        var shown = compactions.shown(line);
        var answer = api().get(HISTORY, session).query("leafId", leaf).send().expect(200);
        CompactionModel.compare(shown, answer, "history of " + leaf);
        assertEquals(tree.path(leaf).size(), answer.number("/pathLength"));
        var raw = tree.path(leaf).stream()
                .map(node -> new Shown(node.id, node.text))
                .toList();
        CompactionModel.compare(
                raw,
                api().get(HISTORY, session)
                        .query("leafId", leaf)
                        .query("raw", true)
                        .send()
                        .expect(200),
                "raw history of " + leaf);
    }

    /** Reads pages from the leaf to the root: each shown message is returned exactly once. */
    private void comparePages(String leaf, int last) {
        var shown = compactions.shown(TreeModel.pathWithDeleted(tree.node(leaf)));
        int end = shown.size();
        for (String before = null; end > 0; ) {
            var call = api().get(HISTORY, session).query("leafId", leaf).query("last", last);
            var page = (before == null ? call : call.query("before", before))
                    .send()
                    .expect(200);
            var expected = shown.subList(Math.max(0, end - last), end);
            CompactionModel.compare(expected, page, "page of " + leaf + " before " + before);
            end -= expected.size();
            before = page.at("/before");
            assertEquals(end == 0 ? null : expected.get(0).id(), before, "before");
        }
    }
}
