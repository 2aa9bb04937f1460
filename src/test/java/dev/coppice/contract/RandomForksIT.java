package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.contract.TreeModel.Node;
import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random writes to a family of sessions that are forks of each other, against a model in which a fork is a deep copy. After
 * each, what was touched and some other session are compared; the sweep goes on meanwhile.
 */
class RandomForksIT extends Contract {
    private static final int STEPS = 70;
    private static final int IDS = 40;
    private static final int FAMILY = 8;

    private static final Duration PURGE = Duration.ofSeconds(60);

    /** The trees of all sessions of the family, also of deleted ones; on MariaDB only. */
    private final Set<Long> trees = new HashSet<>();

    private final List<SessionModel> family = new ArrayList<>();
    final List<String> done = new ArrayList<>();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {2, 7, 11, 23, 42, 77})
    void everyForkReadsAsADeepCopy(long seed) {
        var random = new Random(seed);
        try {
            for (int step = 0; step < STEPS; step++) {
                if (family.isEmpty()) {
                    family.add(begin(session()));
                }
                var touched = any(random, family);
                write(touched, random);
                compareSome(touched, step % 10 == 9, random);
            }
            while (!family.isEmpty()) {
                delete(any(random, family), random);
                for (var one : family) {
                    one.compare(random);
                }
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + String.join("; ", done), e);
        }
        if (Databases.mariaDb()) {
            Await.until("nothing is left", PURGE, () -> Tables.tablesWith(trees).isEmpty());
        }
    }

    private void compareSome(SessionModel touched, boolean all, Random random) {
        for (var one : List.copyOf(family)) {
            if (all || one == touched || random.nextInt(family.size()) == 0) {
                one.compare(random);
            }
        }
    }

    /** The first of a family. */
    SessionModel begin(String session) {
        done.add("session " + session);
        noteTree(session);
        return new SessionModel(session);
    }

    private void noteTree(String session) {
        if (Databases.mariaDb()) {
            try {
                trees.add(Tables.treeOf(session));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static <T> T any(Random random, List<T> list) {
        return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
    }

    void write(SessionModel one, Random random) {
        int choice = random.nextInt(100);
        var living = one.tree.living();
        if (living.isEmpty() || choice < 18) {
            append(one, one.tree.leaf(), random);
        } else if (choice < 30) {
            append(one, random.nextInt(8) == 0 ? null : any(random, living).id, random);
        } else if (choice < 48 && family.size() < FAMILY) {
            fork(one, any(random, living), random);
        } else if (choice < 60) {
            update(one, random.nextInt(3) == 0 ? one.tree.leaf() : any(random, living).id, random);
        } else if (choice < 74) {
            remove(one, random.nextInt(4) == 0 ? one.tree.leaf() : any(random, living).id);
        } else if (choice < 84) {
            compact(one, random);
        } else if (choice < 87) {
            undo(one, random);
        } else if (choice < 91) {
            done.add("clear " + one.id);
            one.clear();
            noteTree(one.id);
        } else {
            delete(one, random);
        }
    }

    /** Ids are few, so that those of deleted messages come again, and those that another session of the family has. */
    private void append(SessionModel one, String parent, Random random) {
        var ids = new ArrayList<String>();
        var messages = new ArrayList<String>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            var id = "m" + random.nextInt(IDS);
            if (one.tree.node(id) == null && !ids.contains(id)) {
                ids.add(id);
                messages.add(message(id, "text " + done.size() + " of " + id));
            }
        }
        if (ids.isEmpty()) {
            return;
        }
        done.add("append " + ids + " under " + parent + " to " + one.id);
        var answer =
                appendUnder(one.id, parent, messages.toArray(String[]::new)).expect(201);
        var above = parent;
        for (var id : ids) {
            one.tree.append(id, above, "text " + (done.size() - 1) + " of " + id);
            above = id;
        }
        assertEquals(one.trim(), answer.json().path("trimmed").asInt(), "trimmed of " + one.id);
    }

    private void fork(SessionModel one, Node at, Random random) {
        var call = random.nextInt(5) == 0 ? null : at.id;
        var node = call == null ? one.tree.node(one.tree.leaf()) : at;
        var answer = ForkApi.fork(one.id, call).expect(201);
        done.add("fork " + answer.at("/id") + " of " + one.id + " at " + node.id);
        var fork = one.fork(answer.at("/id"), node);
        family.add(fork);
        noteTree(fork.id);
        fork.compare(random);
    }

    private void update(SessionModel one, String id, Random random) {
        var text = "word ".repeat(1 + random.nextInt(12)).strip();
        done.add("update " + id + " of " + one.id);
        one.update(id, text);
    }

    private void remove(SessionModel one, String id) {
        done.add("remove " + id + " of " + one.id);
        one.remove(id);
    }

    private void compact(SessionModel one, Random random) {
        var line = TreeModel.line(any(random, one.tree.living()));
        var living = line.stream().filter(node -> !node.gone).toList();
        int first = random.nextInt(living.size());
        int last = random.nextInt(living.size());
        var from = living.get(Math.min(first, last));
        var to = living.get(Math.max(first, last));
        var summary = "Summary ".repeat(1 + random.nextInt(3)) + done.size();
        done.add("compact " + from.id + " to " + to.id + " of " + one.id);
        var answer = CompactionsIT.compact(one.id, from.id, to.id, summary).expect(201);
        one.compactions.add(answer.at("/id"), from, to, summary);
    }

    private void undo(SessionModel one, Random random) {
        var laid = any(random, one.compactions.all());
        if (laid != null) {
            done.add("undo " + laid + " of " + one.id);
            api().delete(CompactionsIT.COMPACTIONS + "/{}", one.id, laid.id())
                    .send()
                    .expect(204);
            one.compactions.remove(laid);
        }
    }

    private void delete(SessionModel one, Random random) {
        done.add("delete " + one.id);
        api().delete(SESSION, one.id).send().expect(204);
        api().get(SESSION, one.id).send().expect(404);
        family.remove(one);
        if (random.nextInt(3) == 0) {
            // The name is free at once, and what is made under it has nothing to do with what was there.
            create(Json.object("id", one.id)).expect(201);
            family.add(new SessionModel(one.id));
            noteTree(one.id);
        }
        if (Databases.mariaDb() && random.nextInt(4) == 0) {
            done.add("purge");
            Await.until("all is purged", PURGE, () -> Tables.purgesDue(trees) == 0);
        }
    }
}
