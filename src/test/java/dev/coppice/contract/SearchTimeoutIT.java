package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.LimitedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A search that times out before it has read anything: the answer says so, and its cursor skips no message. */
@DatabaseNeutral
@ExtendWith(LimitedServer.class)
class SearchTimeoutIT extends SearchApi {
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
