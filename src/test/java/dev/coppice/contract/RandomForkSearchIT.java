package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.contract.TreeModel.Node;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

/**
 * Random writes to a family of forks, compared with a model in which a fork is a deep copy: a search of one session
 * finds the messages it shows, a tenant-wide search finds each message once, and a rebuilt index finds the same.
 */
@Order(IndexApi.FIRST)
@Tag("chaos")
@RunsAlone("rebuilds and verifies the whole index")
class RandomForkSearchIT extends SearchApi {
    private static final int STEPS = 60;
    private static final int STEPS_BETWEEN_COMPARISONS = 15;
    private static final int FAMILY = 6;
    private static final int IDS = 25;
    /** Hits per page of a search of the tenant, so few that a word has hits on several pages. */
    private static final int PAGE = 7;

    private final List<String> words = List.of(uniqueWord(), uniqueWord(), uniqueWord());
    private final List<SessionModel> family = new ArrayList<>();
    final List<String> operations = new ArrayList<>();

    @Seeds({3, 17, 2024})
    void searchFindsShownMessages(long seed) {
        var random = new Random(seed);
        try {
            for (int step = 1; step <= STEPS; step++) {
                if (family.isEmpty()) {
                    family.add(beginFamily(session()));
                }
                write(pick(random, family), random);
                if (step % STEPS_BETWEEN_COMPARISONS == 0) {
                    awaitIndexed();
                    compare();
                }
            }
            IndexApi.assertNothingToRepair();
            IndexApi.runToEnd("rebuild");
            compare();
            IndexApi.assertNothingToRepair();
            while (!family.isEmpty()) {
                delete(pick(random, family));
                compareTenantSearch();
            }
            awaitIndexed();
            IndexApi.assertNothingToRepair();
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; seed " + seed + ", after " + String.join("; ", operations), e);
        }
    }

    /** Creates the model of the first session of the family. */
    SessionModel beginFamily(String session) {
        return new SessionModel(session);
    }

    private static <T> T pick(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    void write(SessionModel model, Random random) {
        int choice = random.nextInt(100);
        var live = model.tree.live();
        if (live.isEmpty() || choice < 30) {
            append(model, live.isEmpty() || random.nextBoolean() ? model.tree.leaf() : pick(random, live).id, random);
        } else if (choice < 50 && family.size() < FAMILY) {
            fork(model, pick(random, live));
        } else if (choice < 72) {
            update(model, pick(random, live).id, text(random));
        } else if (choice < 88) {
            remove(model, pick(random, live).id);
        } else if (choice < 92) {
            operations.add("clear " + model.id);
            model.clear();
        } else {
            delete(model);
        }
    }

    private String text(Random random) {
        return words.stream().filter(word -> random.nextBoolean()).collect(Collectors.joining(" ", "said ", " then"));
    }

    private void append(SessionModel model, String parent, Random random) {
        var lastId = parent;
        for (int i = 0; i <= random.nextInt(3); i++) {
            var id = "m" + random.nextInt(IDS);
            if (model.tree.node(id) == null) {
                var text = text(random);
                operations.add("append " + id + " under " + lastId + " to " + model.id + ": " + text);
                appendUnder(model.id, lastId, message(id, text)).expect(201);
                model.tree.append(id, lastId, text);
                model.trim();
                lastId = id;
            }
        }
    }

    private void fork(SessionModel model, Node at) {
        var fork = ForkApi.fork(model.id, at.id).expect(201).at("/id");
        operations.add("fork " + fork + " of " + model.id + " at " + at.id);
        family.add(model.fork(fork, at));
    }

    private void update(SessionModel model, String id, String text) {
        operations.add("update " + id + " of " + model.id + ": " + text);
        model.update(id, text);
    }

    private void remove(SessionModel model, String id) {
        operations.add("remove " + id + " of " + model.id);
        model.remove(id);
    }

    private void delete(SessionModel model) {
        operations.add("delete " + model.id);
        api().delete(SESSION, model.id).send().expect(204);
        family.remove(model);
    }

    private void compare() {
        for (var model : family) {
            for (var word : words) {
                assertEquals(ids(model, word), found(model.id, word), word + " in " + model.id);
            }
            var twoWords = words.get(0) + " " + words.get(1);
            var expected = new ArrayList<>(ids(model, words.get(0)));
            expected.retainAll(ids(model, words.get(1)));
            assertEquals(expected, found(model.id, twoWords), twoWords + " in " + model.id);
        }
        compareTenantSearch();
    }

    private static List<Node> nodesContaining(SessionModel model, String word) {
        return model.tree.live().stream()
                .filter(node -> node.text.contains(word))
                .toList();
    }

    private static List<String> ids(SessionModel model, String word) {
        return nodesContaining(model, word).stream()
                .map(node -> node.id)
                .sorted()
                .toList();
    }

    private void compareTenantSearch() {
        for (var word : words) {
            var shown = new HashSet<Node>();
            family.forEach(model -> nodesContaining(model, word).forEach(node -> shown.add(node.original)));
            var foundNodes = new ArrayList<Node>();
            for (var hit : allHits(word)) {
                var owner = family.stream()
                        .filter(model -> model.id.equals(hit.session()))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(hit + " belongs to no session of the family"));
                var node = owner.tree.node(hit.message());
                assertTrue(node != null && node.text.contains(word), hit + " does not show " + word);
                assertTrue(isOwner(owner, node, word), hit + " belongs to the source session");
                foundNodes.add(node.original);
            }
            assertEquals(Set.copyOf(foundNodes).size(), foundNodes.size(), "duplicate hits of " + word);
            assertEquals(shown, Set.copyOf(foundNodes), "messages with " + word);
        }
    }

    /** A hit belongs to the session the message was appended to, if that session still shows it. */
    private boolean isOwner(SessionModel owner, Node node, String word) {
        return family.stream()
                .filter(model -> nodesContaining(model, word).contains(node.original))
                .allMatch(model -> model == owner);
    }

    private record Hit(String session, String message) {}

    private static List<Hit> allHits(String word) {
        return allItems("items", cursor -> {
                    var page = api().get(SEARCH).query("q", word).query("limit", PAGE);
                    return (cursor == null ? page : page.query("cursor", cursor)).send();
                })
                .stream()
                .map(hit -> new Hit(Json.text(hit.path("sessionId")), Json.text(hit.path("messageId"))))
                .toList();
    }
}
