package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.contract.CompactionModel.Shown;
import dev.coppice.contract.TreeModel.Node;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random writes and compactions against a plain model; after each, everything that readers see is compared. */
class RandomCompactionsIT extends Contract {
    private static final int STEPS = 60;

    final String session = session();
    final TreeModel tree = new TreeModel();
    final CompactionModel compactions = new CompactionModel();
    final List<String> done = new ArrayList<>();
    private int made;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {3, 5, 8, 13, 34})
    void everySequenceReadsAsTheModelSays(long seed) {
        var random = new Random(seed);
        try {
            for (int step = 0; step < STEPS; step++) {
                write(random);
                compare(random);
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + String.join("; ", done), e);
        }
    }

    void write(Random random) {
        int choice = random.nextInt(100);
        if (tree.living().isEmpty() || choice < 20) {
            append(tree.leaf(), true);
        } else if (choice < 32) {
            append(random.nextInt(8) == 0 ? null : any(random).id, false);
        } else if (choice < 36) {
            appendUnderSummary(random);
        } else if (choice < 50) {
            update(any(random).id, random);
        } else if (choice < 64) {
            delete(random);
        } else if (choice < 90) {
            compact(random);
        } else if (choice < 98) {
            undo(random);
        } else {
            done.add("clear");
            api().post(SESSION + "/clear", session).send().expect(200);
            tree.clear();
            compactions.clear();
        }
    }

    private List<String> newIds() {
        var ids = new ArrayList<String>();
        for (int i = 0; i <= made % 4; i++) {
            ids.add("m" + made + "-" + i);
        }
        made++;
        return ids;
    }

    private static String[] batchOf(List<String> ids) {
        return ids.stream().map(id -> message(id, "text of " + id)).toArray(String[]::new);
    }

    private void append(String parent, boolean atLeaf) {
        var ids = newIds();
        done.add("append " + ids + " under " + parent);
        var answer = (atLeaf ? atTheLeaf(ids) : appendUnder(session, parent, batchOf(ids))).expect(201);
        grow(ids, parent == null ? null : tree.node(parent), answer);
    }

    private HttpAnswer atTheLeaf(List<String> ids) {
        return append(session, batchOf(ids));
    }

    private void grow(List<String> ids, Node parent, HttpAnswer answer) {
        var above = parent;
        for (var id : ids) {
            above = tree.appendUnder(above, id, "text of " + id);
        }
        assertEquals(tree.trim(), answer.json().path("trimmed").asInt());
        compactions.trim();
    }

    /** What is appended under a summary follows what that stands for, though its end was deleted. */
    private void appendUnderSummary(Random random) {
        var all = compactions.all();
        if (!all.isEmpty()) {
            var one = all.get(random.nextInt(all.size()));
            var ids = newIds();
            done.add("append " + ids + " under " + one);
            var answer = appendUnder(session, one.messageId(), batchOf(ids)).expect(201);
            grow(ids, one.to(), answer);
        }
    }

    private void update(String id, Random random) {
        var text = "word ".repeat(1 + random.nextInt(12)).strip();
        done.add("update " + id);
        api().put(MESSAGE, session, id).json(message(id, text)).send().expect(200);
        tree.update(id, text);
    }

    private void delete(Random random) {
        for (int i = 0; i <= random.nextInt(3) && !tree.living().isEmpty(); i++) {
            var id = random.nextInt(4) == 0 ? tree.leaf() : any(random).id;
            done.add("delete " + id);
            api().delete(MESSAGE, session, id).send().expect(204);
            tree.delete(id);
        }
    }

    /** Over a part of some line; an end may be named by an older summary that begins or ends there. */
    private void compact(Random random) {
        var line = TreeModel.line(random.nextBoolean() ? tree.node(tree.leaf()) : any(random));
        var living = line.stream().filter(node -> !node.gone).toList();
        int one = random.nextInt(living.size());
        int other = random.nextInt(living.size());
        var from = living.get(Math.min(one, other));
        var to = living.get(Math.max(one, other));
        var fromId = from.id;
        var toId = to.id;
        if (random.nextInt(3) == 0) {
            for (var laid : compactions.all()) {
                if (line.contains(laid.from()) && line.indexOf(laid.from()) <= line.indexOf(to)) {
                    from = laid.from();
                    fromId = laid.messageId();
                }
            }
        }
        if (random.nextInt(3) == 0) {
            for (var laid : compactions.all()) {
                if (line.contains(laid.to()) && line.indexOf(laid.to()) >= line.indexOf(from)) {
                    to = laid.to();
                    toId = laid.messageId();
                }
            }
        }
        lay(line, from, fromId, to, toId, "Summary ".repeat(1 + random.nextInt(4)) + done.size());
    }

    private void lay(List<Node> line, Node from, String fromId, Node to, String toId, String summary) {
        done.add("compact " + fromId + " to " + toId);
        var range = line.subList(line.indexOf(from), line.indexOf(to) + 1);
        var before = CompactionModel.tokens(compactions.shown(range));
        var answer = CompactionsIT.compact(session, fromId, toId, summary).expect(201);
        assertEquals(range.stream().filter(node -> !node.gone).count(), answer.number("/messages"));
        assertEquals(before, answer.number("/tokensBefore"), "tokensBefore");
        assertEquals(new Shown("", summary).tokens(), answer.number("/tokensAfter"));
        compactions.add(answer.at("/id"), from, to, summary);
    }

    private void undo(Random random) {
        var all = compactions.all();
        if (!all.isEmpty()) {
            var one = all.get(random.nextInt(all.size()));
            done.add("undo " + one);
            api().delete(CompactionsIT.COMPACTIONS + "/{}", session, one.id())
                    .send()
                    .expect(204);
            compactions.remove(one);
        }
    }

    private Node any(Random random) {
        var living = tree.living();
        return living.get(random.nextInt(living.size()));
    }

    private void compare(Random random) {
        var state = get(session);
        assertEquals(tree.leaf(), state.at("/leafId"));
        var shown = compactions.shown(TreeModel.line(tree.node(tree.leaf())));
        assertEquals(CompactionModel.tokens(shown), state.number("/tokens"), "tokens of the session");
        var listed = allItems("items", cursor -> {
            var call = api().get(CompactionsIT.COMPACTIONS, session).query("limit", 1 + random.nextInt(5));
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(
                compactions.all().stream()
                        .map(one -> one.id() + " " + compactions.isSuperseded(one))
                        .toList(),
                listed.stream()
                        .map(item -> Json.text(item.path("id")) + " "
                                + item.path("superseded").asBoolean())
                        .toList());
        if (tree.leaf() != null) {
            compareHistory(tree.leaf());
            compareHistory(any(random).id);
            comparePages(tree.leaf(), 1 + random.nextInt(4));
            comparePages(any(random).id, 1 + random.nextInt(4));
        }
    }

    private void compareHistory(String leaf) {
        var line = TreeModel.line(tree.node(leaf));
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

    /** From the leaf to the root, every message that is shown exactly once. */
    private void comparePages(String leaf, int last) {
        var shown = compactions.shown(TreeModel.line(tree.node(leaf)));
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
            assertEquals(end == 0 ? null : expected.get(0).id(), before, "what the next page begins with");
        }
    }
}
