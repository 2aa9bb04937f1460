package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.LimitedServer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Searches on a server where each one times out before it has read anything, and queries may have very many words. */
@DatabaseNeutral
@ExtendWith(LimitedServer.class)
class SearchTimeoutIT extends SearchApi {
    @Test
    void longestQueryIsSearched() {
        var api = LimitedServer.api();
        var id = sessionWithText(api, "needle");
        var query = IntStream.range(0, LimitedServer.MAX_WORDS)
                .mapToObj(n -> "word" + n + " -other" + n)
                .collect(Collectors.joining(" "));
        api.get(SEARCH_SESSION, id).query("q", query).send().expect(200);
    }

    /** The answer says so, and its cursor skips no message. */
    @Test
    void cursorOfTimedOutSearchSkipsNothing() {
        var api = LimitedServer.api();
        var id = sessionWithText(api, "needle");
        var search = api.get(SEARCH_SESSION, id).query("q", "needle");
        Await.until(
                "the message is indexed",
                SOON,
                () -> search.send().expect(200).json().path("timedOut").asBoolean());
        var first = search.send().expect(200);
        assertTrue(first.json().path("timedOut").asBoolean());
        assertFalse(first.json().path("partial").asBoolean());
        assertEquals(0, first.json().path("items").size());
        assertNotNull(first.at("/nextCursor"));
        var second = api.get(SEARCH_SESSION, id).query("q", "needle").query("cursor", first.at("/nextCursor"));
        assertEquals(first.at("/nextCursor"), second.send().expect(200).at("/nextCursor"));
    }
}
