package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PUT of one message: update and upsert. */
class UpdateMessageIT extends Contract {

    private static HttpCall call(String session, String id, String body) {
        return api().put(MESSAGE, session, id).json(body);
    }

    private static HttpAnswer put(String session, String id, String body) {
        return call(session, id, body).send();
    }

    @Test
    void unknownIdIsAppendedAtLeaf() {
        var id = sessionWithMessages(2);
        var answer = put(id, "x", message("x", "new")).expect(201);
        assertEquals("x", answer.at("/appended/0/id"));
        assertEquals("m1", answer.at("/appended/0/parentId"));
        assertTrue(answer.json().at("/appended/0/inserted").asBoolean());
        assertEquals("x", answer.at("/leafId"));
        assertEquals(List.of("m0", "m1", "x"), path(id));
    }

    @Test
    void parentIdSelectsParentOfNewMessage() {
        var id = sessionWithMessages(3);
        call(id, "x", message("x", "x")).query("parentId", "m0").send().expect(201);
        assertEquals("m0", parentOf(id, "x"));
        call(id, "r", message("r", "r")).query("root", "true").send().expect(201);
        assertNull(parentOf(id, "r"));
        call(id, "y", message("y", "y")).query("parentId", "nobody").send().problem(404, "unknown-parent");
    }

    @Test
    void emptyParentIdContinuesAtLeaf() {
        var id = sessionWithMessages(2);
        call(id, "x", message("x", "x"))
                .query("parentId", "")
                .query("root", "false")
                .send()
                .expect(201);
        assertEquals(List.of("m0", "m1", "x"), path(id));
    }

    @Test
    void rootWithParentIdIsRefused() {
        var id = sessionWithMessages(2);
        var both = call(id, "x", message("x", "x")).query("parentId", "m0").query("root", "true");
        assertEquals("root", both.send().problem(422, "invalid").at("/errors/0/pointer"));
    }

    @Test
    void firstUpdateOfMessageWithSuccessorsAnswersItsNewTokensAndVersion() {
        var id = sessionWithMessages(3);
        var answer = put(id, "m1", message("m1", "word ".repeat(500))).expect(200);
        var entry = entry(id, "m1").expect(200);
        assertEquals(entry.number("/tokens"), answer.number("/appended/0/tokens"));
        assertEquals(entry.etag(), answer.etag());
        assertEquals("\"2\"", answer.etag());
    }

    @Test
    void updateReplacesMessageInPlace() {
        var id = sessionWithMessages(4);
        appendUnder(id, "m1", message("b", "branch")).expect(201);
        var answer = put(id, "m1", message("m1", "system", "a much longer replacement than what was there before"))
                .expect(200);
        assertEquals("m1", answer.at("/appended/0/id"));
        assertEquals("m0", answer.at("/appended/0/parentId"));
        assertEquals("b", answer.at("/leafId"));
        assertEquals(List.of("m0", "m1", "m2", "m3"), path(id, "m3"));
        assertEquals(List.of("m2", "b"), children(id, "m1"));
        assertEquals("system", entry(id, "m1").at("/message/role"));
        assertTrue(history(id).text().contains("a much longer replacement"));
        assertEquals(5, get(id).number("/messageCount"));
    }

    @Test
    void updateChangesTokens() {
        var id = sessionWithMessages(3);
        var before = get(id).number("/tokens");
        var old = entry(id, "m1").expect(200).number("/tokens");
        put(id, "m1", message("m1", "word ".repeat(500))).expect(200);
        var now = entry(id, "m1").expect(200).number("/tokens");
        assertTrue(now > old + 100, old + " -> " + now);
        assertEquals(before - old + now, get(id).number("/tokens"));
        assertEquals(before - old + now, history(id).number("/tokens"));
        put(id, "m1", message("m1", "assistant", "text 1")).expect(200);
        assertEquals(before, get(id).number("/tokens"));
    }

    @Test
    void updateChangesETagUnlessEqual() {
        var id = sessionWithMessages(2);
        var session = get(id).etag();
        var first = entry(id, "m0").expect(200).etag();
        put(id, "m0", " " + message("m0", "user", "text 0").replace(",", " , ")).expect(200);
        assertEquals(first, entry(id, "m0").etag());
        assertEquals(session, get(id).etag());
        assertTrue(entry(id, "m0").text().contains(message("m0", "user", "text 0")));
        var changed = put(id, "m0", message("m0", "changed")).expect(200);
        assertNotEquals(first, entry(id, "m0").etag());
        assertNotEquals(session, get(id).etag());
        assertEquals("m1", changed.at("/leafId"));
    }

    @Test
    void idInBodyMustEqualIdInUrl() {
        var id = sessionWithMessages(1);
        assertEquals(422, put(id, "m0", message("other", "x")).status());
        assertEquals(422, put(id, "m0", message("M0", "x")).status());
        put(id, "m0", "{\"role\":\"user\",\"content\":\"no id inside\"}").expect(200);
        assertEquals("m0", entry(id, "m0").at("/message/id"));
        put(id, "new", "{\"role\":\"user\",\"content\":\"no id inside\"}").expect(201);
        assertEquals("new", entry(id, "new").at("/message/id"));
    }

    @Test
    void missingCreatedAtKeepsStoredOne() {
        var id = sessionWithMessages(1);
        put(id, "m0", "{\"id\":\"m0\",\"role\":\"user\",\"content\":\"changed\"}")
                .expect(200);
        var entry = entry(id, "m0").expect(200);
        assertEquals("2026-03-01T10:00:00.000Z", entry.at("/message/createdAt"));
        assertEquals("2026-03-01T10:00:00.000Z", entry.at("/createdAt"));
        put(id, "m0", "{\"id\":\"m0\",\"role\":\"user\",\"content\":\"x\",\"createdAt\":\"2027-01-01T00:00:00Z\"}")
                .expect(200);
        assertEquals("2027-01-01T00:00:00Z", entry(id, "m0").at("/message/createdAt"));
    }

    @Test
    void equalMessageWithoutCreatedAtWritesNothing() {
        var id = sessionWithMessages(1);
        var before = entry(id, "m0").expect(200);
        put(id, "m0", message("m0", "text 0").replaceFirst(",\"createdAt\":\"[^\"]*\"", ""))
                .expect(200);
        assertEquals(before.text(), entry(id, "m0").text());
        assertEquals(before.etag(), entry(id, "m0").etag());
    }

    @ParameterizedTest
    @ValueSource(strings = {"compaction_1", "compaction_"})
    void reservedIdIsRefused(String id) {
        put(sessionWithMessages(1), id, message(id, "x")).problem(422, "reserved-id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"role\":\"\",\"parts\":[]}",
                "{\"role\":\"user\"}",
                "{\"role\":1,\"parts\":[]}",
                "{\"role\":\"user\",\"parts\":\"text\"}",
                "{\"role\":\"user\",\"parts\":[],\"parts\":[]}",
                "{\"role\":\"user\",\"content\":\"x\",\"createdAt\":\"yesterday\"}",
                "{\"role\":\"user\",\"content\":\"\\ud800\"}"
            })
    void invalidMessageIsRefusedAndChangesNothing(String body) {
        var id = sessionWithMessages(1);
        var before = entry(id, "m0").text();
        put(id, "m0", body).problem(422, "invalid-message");
        assertEquals(before, entry(id, "m0").text());
    }

    @Test
    void updateChecksIfMatch() {
        var id = sessionWithMessages(1);
        var version = entry(id, "m0").etag();
        call(id, "m0", message("m0", "one")).header("If-Match", version).send().expect(200);
        call(id, "m0", message("m0", "two")).header("If-Match", version).send().problem(412, "stale-version");
        assertTrue(entry(id, "m0").text().contains("one"));
        call(id, "new", message("new", "x")).header("If-Match", version).send().expect(412);
        entry(id, "new").problem(404, "message-not-found");
    }

    @Test
    void ifNoneMatchRefusesExistingMessage() {
        var id = sessionWithMessages(1);
        call(id, "m0", message("m0", "two")).header("If-None-Match", "*").send().problem(412, "stale-version");
        call(id, "x", message("x", "x")).header("If-None-Match", "*").send().expect(201);
        assertTrue(entry(id, "m0").text().contains("text 0"));
    }

    @Test
    void lastOfManyUpdatesIsStored() {
        var id = sessionWithMessages(3);
        for (var i = 0; i < 20; i++) {
            put(id, "m1", message("m1", "version " + i)).expect(200);
        }
        assertTrue(history(id).text().contains("version 19"));
        assertEquals(List.of("m0", "m1", "m2"), path(id));
        assertEquals(history(id).number("/tokens"), get(id).number("/tokens"));
    }

    @Test
    void missingSessionIsNotFound() {
        put(unique("none"), "a", message("a", "a")).problem(404, "session-not-found");
    }
}
