package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ParallelClients;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Appends that change the state object in the same transaction. */
class StatePatchIT extends StateApi {

    private static HttpAnswer patch(String session, String patch, String... messages) {
        return appendRaw(session, withMembers("\"statePatch\":" + patch, messages));
    }

    private static HttpAnswer patchAt(String session, long version, String patch, String... messages) {
        return appendRaw(
                session, withMembers("\"expectedStateVersion\":" + version + ",\"statePatch\":" + patch, messages));
    }

    private static HttpAnswer state(String session) {
        return api().get(STATE, session).send().expect(200);
    }

    @Test
    void appendPatchesState() {
        var id = session();
        var first =
                patch(id, "{\"a\":1,\"b\":{\"c\":2.50}}", message("m0", "x")).expect(201);
        assertEquals(1, first.number("/state/version"));
        assertTrue(first.json().at("/state/patched").asBoolean());
        assertEquals("{\"a\":1,\"b\":{\"c\":2.50}}", state(id).text());
        var second = patch(id, "{\"a\":null,\"b\":{\"d\":null,\"e\":[]}}", message("m1", "y"))
                .expect(201);
        assertEquals("{\"b\":{\"c\":2.50,\"e\":[]}}", state(id).text());
        assertEquals("\"2\"", state(id).etag());
        assertEquals(get(id).etag(), second.etag(), "the ETag is that of the session after both writes");
        assertFalse(append(id, message("m2", "z")).expect(201).json().has("state"));
    }

    @Test
    void preconditionProtectsStateAndMessages() {
        var id = session();
        patchAt(id, 1, "{\"a\":1}", message("m0", "x")).problem(412, "stale-version");
        assertEquals(0, get(id).number("/messageCount"), "all or none");
        patchAt(id, 0, "{\"a\":1}", message("m0", "x")).expect(201);
        patchAt(id, 0, "{\"a\":2}", message("m1", "x")).problem(412, "stale-version");
        patchAt(id, 1, "{\"a\":2}", message("m1", "x")).expect(201);
        assertEquals("{\"a\":2}", state(id).text());
        assertEquals(List.of("m0", "m1"), path(id));
    }

    @Test
    void refusedAppendLeavesStateUnchanged() {
        var id = session();
        patch(id, "{\"a\":1}", message("m0", "x")).expect(201);
        patch(id, "{\"a\":2}", message("m0", "other")).problem(409, "message-exists");
        appendRaw(id, withMembers("\"parentId\":\"nobody\",\"statePatch\":{\"a\":2}", message("m1", "x")))
                .problem(404, "unknown-parent");
        assertEquals("{\"a\":1}", state(id).text());
    }

    @Test
    void retryDoesNotOverwriteNewerState() {
        var id = session();
        patch(id, "{\"a\":1}", message("m0", "x")).expect(201);
        api().patch(STATE, id).json("{\"a\":2}").send().expect(200);
        var retry = patch(id, "{\"a\":1}", message("m0", "x")).expect(200);
        assertFalse(retry.json().at("/state/patched").asBoolean());
        assertEquals(2, retry.number("/state/version"));
        assertEquals("{\"a\":2}", state(id).text());
        patchAt(id, 0, "{\"a\":1}", message("m0", "x")).expect(200);
        patch(id, "{\"a\":3}", message("m0", "x"), message("m1", "y")).expect(201);
        assertEquals("{\"a\":3}", state(id).text());
    }

    @Test
    void idempotencyKeyReplaysAnswer() {
        var id = session();
        var body = withMembers("\"statePatch\":{\"n\":1}", "{\"role\":\"user\",\"content\":\"no id\"}");
        var first = api().post(MESSAGES, id)
                .header("Idempotency-Key", "k1")
                .json(body)
                .send()
                .expect(201);
        api().patch(STATE, id).json("{\"n\":2}").send().expect(200);
        var again = api().post(MESSAGES, id)
                .header("Idempotency-Key", "k1")
                .json(body)
                .send()
                .expect(201);
        assertEquals(first.text(), again.text());
        assertEquals("{\"n\":2}", state(id).text());
        assertEquals(1, get(id).number("/messageCount"));
    }

    @Test
    void replacedMessagePatchesStateOnce() {
        var id = session();
        append(id, message("m0", "x")).expect(201);
        var body = withMembers("\"onExisting\":\"replace\",\"statePatch\":{\"a\":1}", message("m0", "new"));
        assertTrue(appendRaw(id, body).expect(200).json().at("/state/patched").asBoolean());
        api().patch(STATE, id).json("{\"a\":2}").send().expect(200);
        assertFalse(appendRaw(id, body).expect(200).json().at("/state/patched").asBoolean());
        assertEquals("{\"a\":2}", state(id).text());
    }

    @Test
    void badPatchesAreRefused() {
        var id = session();
        for (var bad : List.of("[]", "3", "\"x\"")) {
            assertEquals(
                    "/statePatch",
                    patch(id, bad, message("m0", "x")).problem(400, "malformed").at("/errors/0/pointer"));
        }
        patch(id, "{\"a\":1,\"a\":2}", message("m0", "x")).problem(422, "invalid");
        patchAt(id, -1, "{}", message("m0", "x")).problem(400, "out-of-range");
        appendRaw(id, withMembers("\"expectedStateVersion\":1", message("m0", "x")))
                .problem(422, "invalid");
        appendRaw(id, "{\"statePatch\":{\"a\":1},\"messages\":[]}").problem(422, "invalid");
        var large = "\"" + "x".repeat(4 << 20) + "\"";
        patch(id, "{\"a\":" + large + "}", message("m0", "x")).problem(413, "too-large");
        assertEquals(0, get(id).number("/messageCount"));
        patch(id, "null", message("m0", "x")).expect(201);
    }

    @Test
    void createMakesSessionWithState() {
        var id = unique("s");
        api().post(MESSAGES, id)
                .query("create", true)
                .json(withMembers("\"statePatch\":{\"a\":1}", message("m0", "x")))
                .send()
                .expect(201);
        assertEquals("{\"a\":1}", state(id).text());
    }

    @Test
    void concurrentPatchesAreAllApplied() {
        var id = session();
        ParallelClients.of(4, writer -> {
            for (int i = 0; i < 25; i++) {
                var key = writer + "-" + i;
                retryWhileBusy(201, () -> patch(id, "{\"" + key + "\":1}", message("m" + key, "x")));
            }
            return writer;
        });
        assertEquals(100, state(id).json().size());
        assertEquals("\"100\"", state(id).etag());
        assertEquals(100, get(id).number("/messageCount"));
    }
}
