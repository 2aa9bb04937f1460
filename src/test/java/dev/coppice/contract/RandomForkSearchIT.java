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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random writes to a family of forks, against a model in which a fork is a deep copy: each session finds what it shows,
 * all of them together find each message once, and an index that is built anew finds the same.
 */
@Order(IndexApi.FIRST)
@RunsAlone("rebuilds and verifies the whole index")
class RandomForkSearchIT extends SearchApi {
    private static final int STEPS = 60;
    private static final int ROUND = 15;
    private static final int FAMILY = 6;
    private static final int IDS = 25;

    private final List<String> words = List.of(uniqueWord(), uniqueWord(), uniqueWord());
    private final List<SessionModel> family = new ArrayList<>();
    final List<String> done = new ArrayList<>();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {3, 17, 2024})
    void everybodyFindsWhatIsShown(long seed) {
        var random = new Random(seed);
        try {
            for (int step = 1; step <= STEPS; step++) {
                if (family.isEmpty()) {
                    family.add(begin(session()));
                }
                write(any(random, family), random);
                if (step % ROUND == 0) {
                    awaitIndexed();
                    compare();
                }
            }
            IndexApi.assertNothingToRepair();
            IndexApi.runToEnd("rebuild");
            compare();
            IndexApi.assertNothingToRepair();
            while (!family.isEmpty()) {
                delete(any(random, family));
                compareAcross();
            }
            awaitIndexed();
            IndexApi.assertNothingToRepair();
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + String.join("; ", done), e);
        }
    }

    /** The first of a family. */
    SessionModel begin(String session) {
        return new SessionModel(session);
    }

    private static <T> T any(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    void write(SessionModel one, Random random) {
        int choice = random.nextInt(100);
        var living = one.tree.living();
        if (living.isEmpty() || choice < 30) {
            append(one, living.isEmpty() || random.nextBoolean() ? one.tree.leaf() : any(random, living).id, random);
        } else if (choice < 50 && family.size() < FAMILY) {
            fork(one, any(random, living));
        } else if (choice < 72) {
            update(one, any(random, living).id, text(random));
        } else if (choice < 88) {
            remove(one, any(random, living).id);
        } else if (choice < 92) {
            done.add("clear " + one.id);
            one.clear();
        } else {
            delete(one);
        }
    }

    private String text(Random random) {
        return words.stream().filter(word -> random.nextBoolean()).collect(Collectors.joining(" ", "said ", " then"));
    }

    private void append(SessionModel one, String parent, Random random) {
        var above = parent;
        for (int i = 0; i <= random.nextInt(3); i++) {
            var id = "m" + random.nextInt(IDS);
            if (one.tree.node(id) == null) {
                var text = text(random);
                done.add("append " + id + " under " + above + " to " + one.id + ": " + text);
                appendUnder(one.id, above, message(id, text)).expect(201);
                one.tree.append(id, above, text);
                one.trim();
                above = id;
            }
        }
    }

    private void fork(SessionModel one, Node at) {
        var fork = ForkApi.fork(one.id, at.id).expect(201).at("/id");
        done.add("fork " + fork + " of " + one.id + " at " + at.id);
        family.add(one.fork(fork, at));
    }

    private void update(SessionModel one, String id, String text) {
        done.add("update " + id + " of " + one.id + ": " + text);
        one.update(id, text);
    }

    private void remove(SessionModel one, String id) {
        done.add("remove " + id + " of " + one.id);
        one.remove(id);
    }

    private void delete(SessionModel one) {
        done.add("delete " + one.id);
        api().delete(SESSION, one.id).send().expect(204);
        family.remove(one);
    }

    private void compare() {
        for (var one : family) {
            for (var word : words) {
                assertEquals(ids(one, word), found(one.id, word), word + " in " + one.id);
            }
            var both = words.get(0) + " " + words.get(1);
            var expected = new ArrayList<>(ids(one, words.get(0)));
            expected.retainAll(ids(one, words.get(1)));
            assertEquals(expected, found(one.id, both), both + " in " + one.id);
        }
        compareAcross();
    }

    private static List<Node> showing(SessionModel one, String word) {
        return one.tree.living().stream()
                .filter(node -> node.text.contains(word))
                .toList();
    }

    private static List<String> ids(SessionModel one, String word) {
        return showing(one, word).stream().map(node -> node.id).sorted().toList();
    }

    private void compareAcross() {
        for (var word : words) {
            var shown = new HashSet<Node>();
            family.forEach(one -> showing(one, word).forEach(node -> shown.add(node.first)));
            var told = new ArrayList<Node>();
            for (var hit : everyHit(word)) {
                var teller = family.stream()
                        .filter(one -> one.id.equals(hit.session()))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(hit + " is told by nobody"));
                var node = teller.tree.node(hit.message());
                assertTrue(node != null && node.text.contains(word), hit + " does not show " + word);
                assertTrue(isToldRight(teller, node, word), hit + " is the source's to tell");
                told.add(node.first);
            }
            assertEquals(Set.copyOf(told).size(), told.size(), "a message twice, with " + word);
            assertEquals(shown, Set.copyOf(told), "messages with " + word);
        }
    }

    /** The session where it was said tells it, if it still shows it. */
    private boolean isToldRight(SessionModel teller, Node node, String word) {
        return family.stream()
                .filter(one -> showing(one, word).contains(node.first))
                .allMatch(one -> one == teller);
    }

    private record Told(String session, String message) {}

    private static List<Told> everyHit(String word) {
        return allItems("items", cursor -> {
                    var page = api().get(SEARCH).query("q", word).query("limit", 7);
                    return (cursor == null ? page : page.query("cursor", cursor)).send();
                })
                .stream()
                .map(hit -> new Told(Json.text(hit.path("sessionId")), Json.text(hit.path("messageId"))))
                .toList();
    }
}
