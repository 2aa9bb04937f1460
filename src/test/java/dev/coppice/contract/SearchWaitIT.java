package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search that waits finds what was written just before, at the first request. */
class SearchWaitIT extends ToolApi {
    private static final int ROUNDS = 30;

    /** Sends a search that waits. The index must have caught up. */
    private static HttpAnswer sendWaiting(HttpCall search) {
        var answer = search.query("wait", true).send().expect(200);
        assertFalse(answer.json().has("behind"), answer.text());
        return answer;
    }

    private static List<String> foundAcross(String q) {
        return exactHits(sendWaiting(api().get(SEARCH).query("q", q)));
    }

    @Test
    void appendedMessageIsFoundByNextSearchOfItsSession() {
        var id = session();
        for (var round = 0; round < ROUNDS; round++) {
            var word = uniqueWord();
            append(id, message("m" + round, word)).expect(201);
            assertEquals(List.of("m" + round), exactHits(sendWaiting(call(id, word))));
        }
    }

    @Test
    void appendedMessageIsFoundByNextSearchAcrossSessions() {
        for (var round = 0; round < ROUNDS; round++) {
            var word = uniqueWord();
            sessionWithText(api(), word);
            assertEquals(List.of("m0"), foundAcross(word));
        }
    }

    @Test
    void updatesAndDeletesAreFollowedToo() {
        var id = session();
        var before = uniqueWord();
        var after = uniqueWord();
        append(id, message("m", before)).expect(201);
        assertEquals(List.of("m"), foundAcross(before));
        api().put(MESSAGE, id, "m").json(message("m", after)).send().expect(200);
        assertEquals(List.of("m"), foundAcross(after));
        assertEquals(List.of(), foundAcross(before));
        api().delete(MESSAGE, id, "m").send();
        assertEquals(List.of(), foundAcross(after));
    }

    @Test
    void toolOfModelFindsWhatWasJustSaidInAnotherSession() {
        var agent = agentWith("'searchableHistory':true,");
        var user = unique("user");
        var current = sessionOf(agent, user);
        var other = sessionOf(agent, user);
        for (var round = 0; round < ROUNDS; round++) {
            var word = uniqueWord();
            append(other, message("m" + round, "Said " + word)).expect(201);
            var result = result(current, "session_search", "{'query':'" + word + "'}");
            assertTrue(result.contains(word), result);
        }
    }

    @Test
    void searchThatDoesNotWaitFindsAppendAndUpdateSoonAfter() {
        var id = session();
        var before = uniqueWord();
        var after = uniqueWord();
        append(id, message("m", before)).expect(201);
        Await.until("the message is found", SOON, () -> found(id, before).equals(List.of("m")));
        api().put(MESSAGE, id, "m").json(message("m", after)).send().expect(200);
        Await.until("its new text is found", SOON, () -> found(id, after).equals(List.of("m")));
    }

    @Test
    void searchThatDoesNotWaitIsNotBehind() {
        var id = session();
        assertFalse(call(id, "needle")
                .query("wait", false)
                .send()
                .expect(200)
                .json()
                .has("behind"));
        assertFalse(search(id, "needle").json().has("behind"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "1", "TRUE"})
    void otherValuesAreRefused(String wait) {
        call(session(), "needle").query("wait", wait).send().problem(400, "malformed");
        api().get(SEARCH).query("q", "needle").query("wait", wait).send().problem(400, "malformed");
    }
}
