package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ModelScript;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Requests and fixtures for compaction by summarizers, shared by its tests. */
abstract class CompactionApi extends PromptApi {
    static final String COMPACT = "/v1/sessions/{}/compact";
    static final String SMALL = "'protectHead':2,'tailTokenBudget':30,'minTailMessages':2";

    static HttpAnswer compact(String session) {
        return api().post(COMPACT, session).send();
    }

    /** Creates a session of a new agent that compacts early. More members of {@code compaction} begin with a comma. */
    static String sessionWithCompaction(String members) {
        return sessionOf(agentWith("'compaction':{" + SMALL + members + "},"), null);
    }

    /** Appends the messages {@code m<from>} to {@code m<to - 1>}, about 20 tokens each; the query is a name and a value. */
    static HttpAnswer talk(String session, int from, int to, String... query) {
        HttpCall call = api().post(MESSAGES, session).json(talk(from, to));
        return (query.length == 0 ? call : call.query(query[0], query[1]))
                .send()
                .expect(201);
    }

    /** The batch with the messages {@code m<from>} to {@code m<to - 1>}. */
    static String talk(int from, int to) {
        var messages = new String[to - from];
        for (int i = from; i < to; i++) {
            messages[i - from] = message(
                    "m" + i,
                    i % 2 == 0 ? "user" : "assistant",
                    "Message " + i + ": we decided to plant hazel number " + i + " behind the barn in spring.");
        }
        return batch(messages);
    }

    /** The answer with the plan of the next compaction. The options are the body of the request. */
    static HttpAnswer plan(String session, Object options) {
        return api().post(COMPACT, session)
                .query("dryRun", true)
                .json(options)
                .send()
                .expect(200);
    }

    static HttpAnswer plan(String session) {
        return plan(session, "{}");
    }

    /** Stores a summary for a plan, as a program does that knows only the plan. */
    static HttpAnswer answerPlan(String session, HttpAnswer plan, String summary) {
        return addCompaction(
                session,
                "fromMessageId",
                plan.at("/plan/fromMessageId"),
                "toMessageId",
                plan.at("/plan/toMessageId"),
                "expectedRangeVersion",
                plan.at("/plan/rangeVersion"),
                "summary",
                summary);
    }

    static HttpAnswer addCompaction(String session, Object... members) {
        return api().post(CompactionsIT.COMPACTIONS, session)
                .json(Json.object(members))
                .send();
    }

    /**
     * Holds back a model's answer: {@code asked} opens with the request, the answer waits for {@code open}, at most two
     * minutes.
     */
    record Gate(CountDownLatch asked, CountDownLatch open) {
        Gate() {
            this(new CountDownLatch(1), new CountDownLatch(1));
        }

        ModelScript answering(String text) {
            return (exchange, endpoint) -> {
                asked.countDown();
                await(open);
                ModelScript.answer(text).play(exchange, endpoint);
            };
        }

        static void await(CountDownLatch latch) {
            try {
                assertTrue(latch.await(2, TimeUnit.MINUTES));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
