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

/** What the models have used. */
class UsageIT extends Contract {

    private static HttpAnswer use(String session, String body) {
        return api().post(SESSION + "/usage", session).json(body).send();
    }

    private static void assertCost(String expected, HttpAnswer session) {
        var cost = session.json().at("/usage/cost").decimalValue();
        assertEquals(0, new BigDecimal(expected).compareTo(cost), cost.toPlainString());
    }

    @Test
    void usageAddsUp() {
        var id = session();
        use(id, "{\"inputTokens\":10,\"outputTokens\":5,\"cost\":0.1}").expect(200);
        var totals = use(
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
    void eachFigureIsOptional() {
        var id = session();
        use(id, "{\"outputTokens\":5}").expect(200);
        use(id, "{\"cost\":0.000001}").expect(200);
        assertEquals(5, get(id).number("/usage/outputTokens"));
        assertEquals(0, get(id).number("/usage/inputTokens"));
        assertCost("0.000001", get(id));
    }

    @Test
    void nothingAtAllIsRefused() {
        var answer = use(session(), "{}");
        assertTrue(answer.status() == 400 || answer.status() == 422, answer.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"inputTokens", "outputTokens", "cost", "cachedTokens", "reasoningTokens"})
    void negativeIsRefused(String figure) {
        var id = session();
        var before = get(id);
        use(
                        id,
                        "{\"inputTokens\":5,\"%s\":-1}"
                                .formatted(figure)
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
    void whatCannotBeCountedIsRefused(String body) {
        var id = session();
        var answer = use(id, body);
        assertTrue(answer.status() == 400 || answer.status() == 422, answer.toString());
        assertEquals(0, get(id).number("/usage/inputTokens"));
    }

    @Test
    void usageOverflowsIntoARefusalAndNothingElse() {
        var id = session();
        for (var i = 0; i < 3; i++) {
            assertTrue(use(id, "{\"inputTokens\":9223372036854775807}").status() < 500);
        }
        assertTrue(get(id).number("/usage/inputTokens") >= 0);
    }

    @Test
    void usageIsAddedAtomically() {
        var id = session();
        ParallelClients.of(8, i -> {
            for (var n = 0; n < 10; n++) {
                var answer = use(id, "{\"inputTokens\":1,\"outputTokens\":2,\"cost\":0.01}");
                while (answer.status() == 503) {
                    answer = use(id, "{\"inputTokens\":1,\"outputTokens\":2,\"cost\":0.01}");
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
    void usageChangesTheETagOnly() {
        var id = sessionWithMessages(2);
        var before = get(id);
        use(id, "{\"inputTokens\":1}").expect(200);
        assertNotEquals(before.etag(), get(id).etag());
        assertEquals(before.number("/tokens"), get(id).number("/tokens"));
        assertEquals("m1", get(id).at("/leafId"));
    }

    @Test
    void usageOfAMissingSessionIsNotFound() {
        use(unique("none"), "{\"inputTokens\":1}").problem(404, "session-not-found");
    }
}
