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

/** Concurrent compactions and writes of a session: no message is lost, and the token counts stay right. */
@RunsAlone("a race of its own")
class CompactionRacesIT extends PromptApi {
    private static final int ROUNDS = 100;

    private final String session =
            sessionOf(agentWith("'compaction':{'protectHead':2,'tailTokenBudget':30,'minTailMessages':2},"), null);
    private final List<String> messages = new ArrayList<>();

    @Test
    void concurrentCompactionsAndWritesLoseNothing() {
        var random = new Random(14);
        appendMessages(session, 0, 12);
        for (int i = 0; i < 12; i++) {
            messages.add("m" + i);
        }
        for (int round = 0; round < ROUNDS; round++) {
            if (messages.size() < 8) {
                appendMore("g" + round, 8);
            }
            race(random, round);
            assertHistoryMatches();
        }
        assertTrue(api().get(CompactionsIT.COMPACTIONS, session)
                        .send()
                        .json()
                        .path("items")
                        .size()
                > 0);
    }

    private void appendMore(String prefix, int count) {
        for (int i = 0; i < count; i++) {
            append(session, message(prefix + "-" + i, "text")).expect(201);
            messages.add(prefix + "-" + i);
        }
    }

    /** Runs one write of each kind at once. The deleted message lies strictly inside the compacted range. */
    private void race(Random random, int round) {
        int size = messages.size();
        int from = random.nextInt(size - 4);
        int to = from + 2 + random.nextInt(size - from - 3);
        var deleted = messages.get(from + 1 + random.nextInt(to - from - 1));
        var changed = messages.get(random.nextBoolean() ? to : from);
        var fromId = messages.get(from);
        var toId = messages.get(to);
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
            default -> api().delete(MESSAGE, session, deleted).send();
        });
        if (isDone(answers.get(1), 201)) {
            messages.add(added);
        }
        isDone(answers.get(0), round % 2 == 0 ? 201 : 200);
        isDone(answers.get(2), 200);
        if (isDone(answers.get(3), 204)) {
            messages.remove(deleted);
        }
    }

    /** Asserts success or one of the two retryable problems; returns whether it succeeded. */
    private static boolean isDone(HttpAnswer answer, int status) {
        if (answer.status() == 503) {
            answer.problem(503, "busy");
        } else if (answer.status() == 409) {
            answer.problem(409, "compaction-conflict");
        } else {
            answer.expect(status);
        }
        return answer.status() == status;
    }

    private void assertHistoryMatches() {
        assertEquals(messages, CompactionsIT.raw(session).all("/messages", "id"));
        long tokens = 0;
        var history = history(session);
        for (var message : history.json().path("messages")) {
            tokens += 4 + CompactionsIT.estimate(Json.text(message.at("/parts/0/text")));
        }
        assertEquals(tokens, history.number("/tokens"));
        assertEquals(tokens, get(session).number("/tokens"));
    }
}
