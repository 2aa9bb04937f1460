package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A session is compacted while it is written: nothing is lost, and what is counted stays right. */
@RunsAlone("a race of its own")
class CompactionRacesIT extends PromptApi {
    private static final int ROUNDS = 100;

    private final String session =
            sessionOf(agentWith("'compaction':{'protectHead':2,'tailTokenBudget':30,'minTailMessages':2},"), null);
    private final List<String> living = new ArrayList<>();

    @Test
    void compactionsAndWritesAtOnceLoseNothing() {
        var random = new Random(14);
        appendMessages(session, 0, 12);
        for (int i = 0; i < 12; i++) {
            living.add("m" + i);
        }
        for (int round = 0; round < ROUNDS; round++) {
            if (living.size() < 8) {
                grow("g" + round, 8);
            }
            race(random, round);
            compare();
        }
        assertTrue(api().get(CompactionsIT.COMPACTIONS, session)
                        .send()
                        .json()
                        .path("items")
                        .size()
                > 0);
    }

    private void grow(String prefix, int count) {
        for (int i = 0; i < count; i++) {
            append(session, message(prefix + "-" + i, "text")).expect(201);
            living.add(prefix + "-" + i);
        }
    }

    /** All at once; the ends of the range and the last message are not among those that are deleted. */
    private void race(Random random, int round) {
        int size = living.size();
        int from = random.nextInt(size - 4);
        int to = from + 2 + random.nextInt(size - from - 3);
        var gone = living.get(from + 1 + random.nextInt(to - from - 1));
        var changed = living.get(random.nextBoolean() ? to : from);
        var fromId = living.get(from);
        var toId = living.get(to);
        var text = "word ".repeat(1 + random.nextInt(20)).strip();
        var added = "r" + round;
        var answers = ParallelClients.of(4, member -> switch (member) {
            case 0 -> round % 2 == 0
                    ? CompactionsIT.compact(session, fromId, toId, "Summary of round " + round)
                    : api().post("/v1/sessions/{}/compact", session).send();
            case 1 -> append(session, message(added, text));
            case 2 -> api().put(MESSAGE, session, changed)
                    .json(message(changed, text))
                    .send();
            default -> api().delete(MESSAGE, session, gone).send();
        });
        if (wasDone(answers.get(1), 201)) {
            living.add(added);
        }
        wasDone(answers.get(0), round % 2 == 0 ? 201 : 200);
        wasDone(answers.get(2), 200);
        if (wasDone(answers.get(3), 204)) {
            living.remove(gone);
        }
    }

    /** Done, or refused in one of the two ways that say: again. */
    private static boolean wasDone(HttpAnswer answer, int status) {
        if (answer.status() == 503) {
            answer.problem(503, "busy");
        } else if (answer.status() == 409) {
            answer.problem(409, "compaction-conflict");
        } else {
            answer.expect(status);
        }
        return answer.status() == status;
    }

    private void compare() {
        assertEquals(living, CompactionsIT.raw(session).all("/messages", "id"));
        long tokens = 0;
        var history = history(session);
        for (var message : history.json().path("messages")) {
            tokens += 4 + CompactionsIT.estimate(Json.text(message.at("/parts/0/text")));
        }
        assertEquals(tokens, history.number("/tokens"));
        assertEquals(tokens, get(session).number("/tokens"));
    }
}
