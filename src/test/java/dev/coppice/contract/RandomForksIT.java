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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

/**
 * Random writes to a family of forks, compared with a model in which a fork is a deep copy. After each write, the
 * changed session and some others are compared, while the sweep runs.
 */
@Order(IndexApi.FIRST)
@Tag("chaos")
class RandomForksIT extends Contract {
    private static final int STEPS = 70;
    private static final int IDS = 40;
    private static final int FAMILY = 8;

    private static final Duration PURGE = Duration.ofMinutes(3);

    /** Trees of all sessions of the family, including deleted sessions; not on H2. */
    private final Set<Long> trees = new HashSet<>();

    private final List<SessionModel> family = new ArrayList<>();
    final List<String> operations = new ArrayList<>();

    @Seeds({2, 7, 11, 23, 42, 77})
    void forksReadLikeDeepCopies(long seed) {
        var random = new Random(seed);
        try {
            for (int step = 0; step < STEPS; step++) {
                if (family.isEmpty()) {
                    family.add(beginFamily(session()));
                }
                var changed = pick(random, family);
                write(changed, random);
                compareSome(changed, step % 10 == 9, random);
            }
            while (!family.isEmpty()) {
                delete(pick(random, family), random);
                for (var model : family) {
                    model.compare(random);
                }
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + String.join("; ", operations), e);
        }
        if (Databases.areOnServer()) {
            Await.until(
                    "all rows are purged", PURGE, () -> Tables.tablesWith(trees).isEmpty());
        }
    }

    private void compareSome(SessionModel changed, boolean all, Random random) {
        for (var model : List.copyOf(family)) {
            if (all || model == changed || random.nextInt(family.size()) == 0) {
                model.compare(random);
            }
        }
    }

    /** Creates the model of the first session of the family. */
    SessionModel beginFamily(String session) {
        operations.add("session " + session);
        noteTree(session);
        return new SessionModel(session);
    }

    private void noteTree(String session) {
        if (Databases.areOnServer()) {
            try {
                trees.add(Tables.treeOf(session));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static <T> T pick(Random random, List<T> list) {
        return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
    }

    void write(SessionModel model, Random random) {
        int choice = random.nextInt(100);
        var live = model.tree.live();
        if (live.isEmpty() || choice < 18) {
            append(model, model.tree.leaf(), random);
        } else if (choice < 30) {
            append(model, random.nextInt(8) == 0 ? null : pick(random, live).id, random);
        } else if (choice < 48 && family.size() < FAMILY) {
            fork(model, pick(random, live), random);
        } else if (choice < 60) {
            update(model, random.nextInt(3) == 0 ? model.tree.leaf() : pick(random, live).id, random);
        } else if (choice < 74) {
            remove(model, random.nextInt(4) == 0 ? model.tree.leaf() : pick(random, live).id);
        } else if (choice < 84) {
            compact(model, random);
        } else if (choice < 87) {
            undo(model, random);
        } else if (choice < 91) {
            operations.add("clear " + model.id);
            model.clear();
            noteTree(model.id);
        } else {
            delete(model, random);
        }
    }

    /** There are few ids, so that ids of deleted messages and of messages of other sessions are used again. */
    private void append(SessionModel model, String parent, Random random) {
        var ids = new ArrayList<String>();
        var messages = new ArrayList<String>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            var id = "m" + random.nextInt(IDS);
            if (model.tree.node(id) == null && !ids.contains(id)) {
                ids.add(id);
                messages.add(message(id, "text " + operations.size() + " of " + id));
            }
        }
        if (ids.isEmpty()) {
            return;
        }
        operations.add("append " + ids + " under " + parent + " to " + model.id);
        var answer =
                appendUnder(model.id, parent, messages.toArray(String[]::new)).expect(201);
        var lastId = parent;
        for (var id : ids) {
            model.tree.append(id, lastId, "text " + (operations.size() - 1) + " of " + id);
            lastId = id;
        }
        assertEquals(model.trim(), answer.json().path("trimmed").asInt(), "trimmed of " + model.id);
    }

    private void fork(SessionModel model, Node at, Random random) {
        var atMessageId = random.nextInt(5) == 0 ? null : at.id;
        var node = atMessageId == null ? model.tree.node(model.tree.leaf()) : at;
        var answer = ForkApi.fork(model.id, atMessageId).expect(201);
        operations.add("fork " + answer.at("/id") + " of " + model.id + " at " + node.id);
        var fork = model.fork(answer.at("/id"), node);
        family.add(fork);
        noteTree(fork.id);
        fork.compare(random);
    }

    private void update(SessionModel model, String id, Random random) {
        var text = "word ".repeat(1 + random.nextInt(12)).strip();
        operations.add("update " + id + " of " + model.id);
        model.update(id, text);
    }

    private void remove(SessionModel model, String id) {
        operations.add("remove " + id + " of " + model.id);
        model.remove(id);
    }

    private void compact(SessionModel model, Random random) {
        var line = TreeModel.pathWithDeleted(pick(random, model.tree.live()));
        var live = line.stream().filter(node -> !node.deleted).toList();
        int first = random.nextInt(live.size());
        int last = random.nextInt(live.size());
        var from = live.get(Math.min(first, last));
        var to = live.get(Math.max(first, last));
        var summary = "Summary ".repeat(1 + random.nextInt(3)) + operations.size();
        operations.add("compact " + from.id + " to " + to.id + " of " + model.id);
        var answer = CompactionsIT.compact(model.id, from.id, to.id, summary).expect(201);
        model.compactions.add(answer.at("/id"), from, to, summary);
    }

    private void undo(SessionModel model, Random random) {
        var compaction = pick(random, model.compactions.all());
        if (compaction != null) {
            operations.add("undo " + compaction + " of " + model.id);
            api().delete(CompactionsIT.COMPACTIONS + "/{}", model.id, compaction.id())
                    .send()
                    .expect(204);
            model.compactions.remove(compaction);
        }
    }

    private void delete(SessionModel model, Random random) {
        operations.add("delete " + model.id);
        api().delete(SESSION, model.id).send().expect(204);
        api().get(SESSION, model.id).send().expect(404);
        family.remove(model);
        if (random.nextInt(3) == 0) {
            // The id is free at once; a new session with this id has nothing in common with the deleted one.
            create(Json.object("id", model.id)).expect(201);
            family.add(new SessionModel(model.id));
            noteTree(model.id);
        }
        if (Databases.areOnServer() && random.nextInt(4) == 0) {
            operations.add("purge");
            Await.until("all due purges are done", PURGE, () -> Tables.purgesDue(trees) == 0);
        }
    }
}
