package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ParallelClients;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Model usage of a session: tokens and cost. */
class UsageIT extends Contract {

    private static HttpAnswer addUsage(String session, String body) {
        return api().post(SESSION + "/usage", session).json(body).send();
    }

    private static void assertCost(String expected, HttpAnswer session) {
        var cost = session.json().at("/usage/cost").decimalValue();
        assertEquals(0, new BigDecimal(expected).compareTo(cost), cost.toPlainString());
    }

    @Test
    void usageIsSummed() {
        var id = session();
        addUsage(id, "{\"inputTokens\":10,\"outputTokens\":5,\"cost\":0.1}").expect(200);
        var totals = addUsage(
                        id,
                        "{\"inputTokens\":1,\"outputTokens\":2,\"cost\":0.2,\"cachedTokens\":3,\"reasoningTokens\":4,\"model\":\"m\"}")
                .expect(200);
        assertEquals(11, totals.number("/inputTokens"));
        var session = get(id);
        assertEquals(11, session.number("/usage/inputTokens"));
        assertEquals(7, session.number("/usage/outputTokens"));
        assertEquals(3, session.number("/usage/cachedTokens"));
        assertEquals(4, session.number("/usage/reasoningTokens"));
        assertCost("0.3", session);
        assertEquals(session.json().path("usage"), totals.json());
    }

    @Test
    void eachMemberIsOptional() {
        var id = session();
        addUsage(id, "{\"outputTokens\":5}").expect(200);
        addUsage(id, "{\"cost\":0.000001}").expect(200);
        assertEquals(5, get(id).number("/usage/outputTokens"));
        assertEquals(0, get(id).number("/usage/inputTokens"));
        assertCost("0.000001", get(id));
    }

    @Test
    void emptyUsageIsRefused() {
        var answer = addUsage(session(), "{}");
        assertTrue(answer.status() == 400 || answer.status() == 422, answer.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"inputTokens", "outputTokens", "cost", "cachedTokens", "reasoningTokens"})
    void negativeNumberIsRefused(String member) {
        var id = session();
        var before = get(id);
        addUsage(
                        id,
                        "{\"inputTokens\":5,\"%s\":-1}"
                                .formatted(member)
                                .replace("\"inputTokens\":5,\"inputTokens\"", "\"inputTokens\""))
                .problem(400, "out-of-range");
        assertEquals(before.text(), get(id).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"inputTokens\":1.5}",
                "{\"inputTokens\":\"1\"}",
                "{\"inputTokens\":1e400}",
                "{\"inputTokens\":99999999999999999999999}",
                "{\"cost\":1e400}",
                "{\"cost\":\"1\"}",
                "{\"cost\":1e999999999}",
                "{\"tokens\":1}"
            })
    void invalidNumberIsRefused(String body) {
        var id = session();
        var answer = addUsage(id, body);
        assertTrue(answer.status() == 400 || answer.status() == 422, answer.toString());
        assertEquals(0, get(id).number("/usage/inputTokens"));
    }

    @Test
    void overflowIsNoServerErrorAndKeepsTotalPositive() {
        var id = session();
        for (var i = 0; i < 3; i++) {
            assertTrue(addUsage(id, "{\"inputTokens\":9223372036854775807}").status() < 500);
        }
        assertTrue(get(id).number("/usage/inputTokens") >= 0);
    }

    @Test
    void concurrentUsageIsSummed() {
        var id = session();
        ParallelClients.of(8, i -> {
            for (var n = 0; n < 10; n++) {
                var answer = addUsage(id, "{\"inputTokens\":1,\"outputTokens\":2,\"cost\":0.01}");
                while (answer.status() == 503) {
                    answer = addUsage(id, "{\"inputTokens\":1,\"outputTokens\":2,\"cost\":0.01}");
                }
                answer.expect(200);
            }
            return null;
        });
        assertEquals(80, get(id).number("/usage/inputTokens"));
        assertEquals(160, get(id).number("/usage/outputTokens"));
        assertCost("0.8", get(id));
    }

    @Test
    void usageChangesETagOnly() {
        var id = sessionWithMessages(2);
        var before = get(id);
        addUsage(id, "{\"inputTokens\":1}").expect(200);
        assertNotEquals(before.etag(), get(id).etag());
        assertEquals(before.number("/tokens"), get(id).number("/tokens"));
        assertEquals("m1", get(id).at("/leafId"));
    }

    @Test
    void missingSessionIsNotFound() {
        addUsage(unique("none"), "{\"inputTokens\":1}").problem(404, "session-not-found");
    }
}
