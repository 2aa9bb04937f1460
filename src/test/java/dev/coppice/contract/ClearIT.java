package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clear removes the messages and keeps the session. */
class ClearIT extends Contract {

    @Test
    void clearRemovesEveryMessageOnEveryBranch() {
        var id = sessionWithMessages(5);
        appendUnder(id, "m1", message("b", "b")).expect(201);
        appendUnder(id, null, message("r", "r")).expect(201);
        var before = get(id);
        var cleared = api().post(SESSION + "/clear", id).send().expect(200);
        assertEquals(id, cleared.at("/id"));
        assertEquals(0, cleared.number("/messageCount"));
        assertEquals(0, cleared.number("/tokens"));
        assertNull(cleared.at("/leafId"));
        assertNotEquals(before.etag(), cleared.etag());
        assertEquals(cleared.text(), get(id).text());
        assertEquals(List.of(), path(id));
        assertEquals(List.of(), ids(api().get(MESSAGES, id).send().expect(200)));
        entry(id, "m1").problem(404, "message-not-found");
    }

    @Test
    void clearKeepsAttributesOfSession() {
        var id = unique("s");
        create(Json.object("id", id, "name", "n", "userId", "u", "metadata", Json.object("k", "v")))
                .expect(201);
        append(id, message("a", "a")).expect(201);
        var cleared = api().post(SESSION + "/clear", id).send().expect(200);
        assertEquals("n", cleared.at("/name"));
        assertEquals("u", cleared.at("/userId"));
        assertEquals("v", cleared.at("/metadata/k"));
    }

    @Test
    void clearedMessageIdsMayBeUsedAgain() {
        var id = sessionWithMessages(3);
        api().post(SESSION + "/clear", id).send().expect(200);
        append(id, message("m1", "now another"), message("m0", "and another")).expect(201);
        assertEquals(List.of("m1", "m0"), path(id));
        assertEquals(0, entry(id, "m1").number("/depth"));
        assertEquals(get(id).number("/tokens"), history(id).number("/tokens"));
    }

    @Test
    void clearOfEmptySessionSucceeds() {
        var id = session();
        assertEquals(0, api().post(SESSION + "/clear", id).send().expect(200).number("/messageCount"));
    }

    @Test
    void clearOfMissingSessionIsNotFound() {
        api().post(SESSION + "/clear", unique("none")).send().problem(404, "session-not-found");
    }
}
