package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ParallelClients;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Everything at once on one session that is being compacted: nothing breaks, nothing is lost, and all counts agree. */
@RunsAlone("a race of its own")
class CompactionUproarIT extends CompactionApi {
    private static final int ROUNDS = 100;
    private static final int CALLERS = 7;

    /** Ways to be told that somebody else was faster. */
    private static final Set<String> TOO_LATE = Set.of(
            "busy",
            "compaction-conflict",
            "invalid-range",
            "message-not-found",
            "session-not-found",
            "stale-version",
            "unknown-parent");

    private final String agent = agentWith("'compaction':{" + SMALL + "},");
    private final Random random = new Random(41);
    private String session = sessionOf(agent, null);
    private int made;

    @Test
    void nothingBreaksAndNothingIsLost() {
        int compacted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (path(session).size() < 8) {
                talk(session, made, made += 12);
            }
            var living = CompactionsIT.raw(session).all("/messages", "id");
            var added = List.of("a" + round, "b" + round);
            boolean ends = round % 8 == 7;
            var answers = uproar(round, living, added);
            answers.forEach(CompactionUproarIT::wasDoneOrTooLate);
            compacted += isCompacted(answers.get(0)) ? 1 : 0;
            if (get(session, ends)) {
                check(answers, ends ? List.of() : added);
            }
        }
        assertTrue(compacted > ROUNDS / 20, compacted + " compactions");
    }

    private List<HttpAnswer> uproar(int round, List<String> living, List<String> added) {
        int from = random.nextInt(living.size() - 2);
        int to = from + 1 + random.nextInt(living.size() - from - 1);
        var branchedOff = living.get(random.nextInt(living.size()));
        var changed = living.get(random.nextInt(living.size()));
        var gone = living.get(random.nextInt(living.size()));
        boolean cleared = random.nextBoolean();
        return ParallelClients.of(round % 8 == 7 ? CALLERS : CALLERS - 1, caller -> switch (caller) {
            case 0 -> compact(session);
            case 1 -> append(session, message(added.get(0), "appended in round " + round));
            case 2 -> appendUnder(session, branchedOff, message(added.get(1), "branched off"));
            case 3 -> CompactionsIT.compact(session, living.get(from), living.get(to), "By hand, round " + round);
            case 4 -> api().put(MESSAGE, session, changed)
                    .json(message(changed, "changed in round " + round))
                    .send();
            case 5 -> api().delete(MESSAGE, session, gone).send();
            default -> cleared
                    ? api().post(SESSION + "/clear", session).send()
                    : api().delete(SESSION, session).send();
        });
    }

    private static void wasDoneOrTooLate(HttpAnswer answer) {
        if (answer.status() >= 300) {
            assertTrue(TOO_LATE.contains(answer.at("/code")), answer.status() + " " + answer.text());
        }
    }

    private static boolean isCompacted(HttpAnswer answer) {
        return answer.status() == 200 && answer.json().path("compacted").asBoolean();
    }

    /** Whether it is there; a new one is made when it was deleted. */
    private boolean get(String id, boolean mayBeGone) {
        var answer = api().get(SESSION, id).send();
        if (mayBeGone && answer.status() == 404) {
            session = sessionOf(agent, null);
            return false;
        }
        answer.expect(200);
        return true;
    }

    private void check(List<HttpAnswer> answers, List<String> added) {
        for (int i = 0; i < added.size(); i++) {
            if (answers.get(1 + i).status() == 201) {
                entry(session, added.get(i)).expect(200);
            }
        }
        CompactionsIT.tokensAgree(session);
        var raw = CompactionsIT.raw(session);
        assertEquals(raw.number("/pathLength"), raw.all("/messages", "id").size());
        // Nobody has kept the right to compact.
        compact(session).expect(200);
        CompactionsIT.tokensAgree(session);
    }
}
