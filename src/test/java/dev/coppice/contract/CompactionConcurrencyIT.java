package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ParallelClients;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** All kinds of requests at once on one session that is being compacted: no message is lost, and all counts agree. */
@RunsAlone("a race of its own")
@Tag("chaos")
class CompactionConcurrencyIT extends CompactionApi {
    private static final int ROUNDS = 100;
    private static final int CLIENTS = 7;

    /** Codes of problems that a request overtaken by another one may get. */
    private static final Set<String> OVERTAKEN = Set.of(
            "busy",
            "compaction-conflict",
            "invalid-range",
            "message-not-found",
            "session-not-found",
            "stale-version",
            "unknown-parent");

    private final String agent = agentWith("'compaction':{" + SMALL + "},");
    private Random random;
    private String session = sessionOf(agent, null);
    private int nextMessage;

    @Seeds({41, 42})
    void concurrentRequestsLoseNothing(long seed) {
        random = new Random(seed);
        int compacted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (path(session).size() < 8) {
                talk(session, nextMessage, nextMessage += 12);
            }
            var messageIds = CompactionsIT.raw(session).all("/messages", "id");
            var added = List.of("a" + round, "b" + round);
            boolean removesSession = round % 8 == 7;
            var answers = runConcurrently(round, messageIds, added);
            answers.forEach(CompactionConcurrencyIT::assertDoneOrOvertaken);
            compacted += isCompacted(answers.get(0)) ? 1 : 0;
            if (existsOrIsReplaced(session, removesSession)) {
                assertConsistent(answers, removesSession ? List.of() : added);
            }
        }
        assertTrue(compacted > ROUNDS / 20, compacted + " compactions");
    }

    private List<HttpAnswer> runConcurrently(int round, List<String> messageIds, List<String> added) {
        int from = random.nextInt(messageIds.size() - 2);
        int to = from + 1 + random.nextInt(messageIds.size() - from - 1);
        var branchPoint = messageIds.get(random.nextInt(messageIds.size()));
        var changed = messageIds.get(random.nextInt(messageIds.size()));
        var deleted = messageIds.get(random.nextInt(messageIds.size()));
        boolean clears = random.nextBoolean();
        return ParallelClients.of(round % 8 == 7 ? CLIENTS : CLIENTS - 1, client -> switch (client) {
            case 0 -> compact(session);
            case 1 -> append(session, message(added.get(0), "appended in round " + round));
            case 2 -> appendUnder(session, branchPoint, message(added.get(1), "branched off"));
            case 3 -> CompactionsIT.compact(
                    session, messageIds.get(from), messageIds.get(to), "By hand, round " + round);
            case 4 -> api().put(MESSAGE, session, changed)
                    .json(message(changed, "changed in round " + round))
                    .send();
            case 5 -> api().delete(MESSAGE, session, deleted).send();
            default -> clears
                    ? api().post(SESSION + "/clear", session).send()
                    : api().delete(SESSION, session).send();
        });
    }

    private static void assertDoneOrOvertaken(HttpAnswer answer) {
        if (answer.status() >= 300) {
            assertTrue(OVERTAKEN.contains(answer.at("/code")), answer.status() + " " + answer.text());
        }
    }

    private static boolean isCompacted(HttpAnswer answer) {
        return answer.status() == 200 && answer.json().path("compacted").asBoolean();
    }

    /** Returns whether the session exists; replaces it by a new one if it was deleted. */
    private boolean existsOrIsReplaced(String id, boolean mayBeDeleted) {
        var answer = api().get(SESSION, id).send();
        if (mayBeDeleted && answer.status() == 404) {
            session = sessionOf(agent, null);
            return false;
        }
        answer.expect(200);
        return true;
    }

    private void assertConsistent(List<HttpAnswer> answers, List<String> added) {
        for (int i = 0; i < added.size(); i++) {
            if (answers.get(1 + i).status() == 201) {
                entry(session, added.get(i)).expect(200);
            }
        }
        CompactionsIT.assertTokensAgree(session);
        var raw = CompactionsIT.raw(session);
        assertEquals(raw.number("/pathLength"), raw.all("/messages", "id").size());
        // No request has kept the compaction lease.
        compact(session).expect(200);
        CompactionsIT.assertTokensAgree(session);
    }
}
