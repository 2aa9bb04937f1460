package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Append: the place of new messages in the tree, and the answer. */
class AppendIT extends Contract {

    @Test
    void answerListsAppendedMessages() {
        var id = session();
        var answer = append(id, message("a", "one"), message("b", "two")).expect(201);
        assertEquals(List.of("a", "b"), answer.all("/appended", "id"));
        assertNull(answer.at("/appended/0/parentId"));
        assertEquals("a", answer.at("/appended/1/parentId"));
        assertTrue(answer.json().at("/appended/0/inserted").asBoolean());
        assertTrue(answer.json().at("/appended/1/inserted").asBoolean());
        assertTrue(answer.number("/appended/0/tokens") > 0);
        assertEquals("b", answer.at("/leafId"));
        assertEquals(
                answer.number("/appended/0/tokens") + answer.number("/appended/1/tokens"), answer.number("/tokens"));
        assertEquals(
                Set.of("appended", "leafId", "tokens"), Set.copyOf(answer.json().propertyNames()));
        assertEquals(get(id).etag(), answer.etag());
        assertEquals("b", get(id).at("/leafId"));
        assertEquals(2, get(id).number("/messageCount"));
        assertEquals(answer.number("/tokens"), get(id).number("/tokens"));
    }

    @Test
    void absentParentContinuesAtLeaf() {
        var id = session();
        append(id, message("a", "a")).expect(201);
        append(id, message("b", "b")).expect(201);
        append(id, message("c", "c"), message("d", "d")).expect(201);
        assertEquals(List.of("a", "b", "c", "d"), path(id));
    }

    @Test
    void leafIsMostRecentlyAppendedMessageOfAnyBranch() {
        var id = sessionWithMessages(3);
        appendUnder(id, "m0", message("x", "x")).expect(201);
        assertEquals("x", get(id).at("/leafId"));
        append(id, message("y", "y")).expect(201);
        assertEquals(List.of("m0", "x", "y"), path(id));
        assertEquals(List.of("m0", "m1", "m2"), path(id, "m2"));
    }

    @Test
    void rootMakesNewRoot() {
        var id = sessionWithMessages(2);
        var answer = appendUnder(id, null, message("r", "r"), message("s", "s")).expect(201);
        assertNull(answer.at("/appended/0/parentId"));
        assertEquals("r", answer.at("/appended/1/parentId"));
        assertEquals(List.of("r", "s"), path(id));
        assertEquals(List.of("m0", "m1"), path(id, "m1"));
    }

    @Test
    void parentMayBeOnAnyBranch() {
        var id = sessionWithMessages(4);
        appendUnder(id, "m1", message("b0", "b"), message("b1", "b")).expect(201);
        appendUnder(id, "b0", message("c0", "c")).expect(201);
        appendUnder(id, "m3", message("m4", "on")).expect(201);
        assertEquals(List.of("m0", "m1", "b0", "c0"), path(id, "c0"));
        assertEquals(List.of("m0", "m1", "b0", "b1"), path(id, "b1"));
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4"), path(id, "m4"));
    }

    @Test
    void unknownParentIsRefused() {
        var id = sessionWithMessages(1);
        var other = session();
        append(other, message("elsewhere", "x")).expect(201);
        for (var parent : List.of("nobody", "M0", "m0 x", "elsewhere", "%", "compaction_1")) {
            appendUnder(id, parent, message("x", "x")).problem(404, "unknown-parent");
        }
        assertEquals(List.of("m0"), path(id));
    }

    @Test
    void batchIsAllOrNothing() {
        var id = sessionWithMessages(1);
        var before = get(id);
        append(id, message("a", "a"), "{\"role\":\"\",\"parts\":[]}", message("c", "c"))
                .problem(422, "invalid-message");
        append(id, message("a", "a"), message("m0", "another")).problem(409, "message-exists");
        assertEquals(before.text(), get(id).text());
        assertEquals(before.etag(), get(id).etag());
        entry(id, "a").problem(404, "message-not-found");
    }

    @Test
    void problemPointsAtInvalidMessage() {
        var id = session();
        var refused =
                append(id, message("a", "a"), "{\"role\":\"\",\"parts\":[]}").problem(422, "invalid-message");
        assertEquals("/messages/1/role", refused.json().at("/errors/0/pointer").asString());
    }

    @Test
    void emptyBatchIsRefused() {
        var id = session();
        assertEquals(422, appendRaw(id, "{\"messages\":[]}").status());
    }

    @Test
    void generatedIdsAreOrderedByTime() {
        var id = session();
        var newIds = new ArrayList<String>();
        for (var i = 0; i < 20; i++) {
            newIds.addAll(append(id, "{\"role\":\"user\",\"content\":\"a\"}", "{\"role\":\"user\",\"content\":\"b\"}")
                    .expect(201)
                    .all("/appended", "id"));
        }
        assertEquals(40, Set.copyOf(newIds).size());
        newIds.forEach(each -> assertEquals(7, UUID.fromString(each).version()));
        // The first 48 bits are milliseconds; ids of the same millisecond have no order.
        var times = newIds.stream().map(each -> each.substring(0, 13)).toList();
        assertEquals(times.stream().sorted().toList(), times);
        assertEquals(newIds, path(id));
    }

    @Test
    void missingSessionIsRefusedUnlessCreateIsTrue() {
        var id = unique("s");
        append(id, message("a", "a")).problem(404, "session-not-found");
        api().get(SESSION, id).send().problem(404, "session-not-found");
        for (var i = 0; i < 2; i++) {
            api().post(MESSAGES, id)
                    .query("create", "true")
                    .json(batch(message("m" + i, "text")))
                    .send()
                    .expect(201);
        }
        assertEquals("agent", get(id).at("/type"));
        assertEquals(List.of("m0", "m1"), path(id));
    }

    @Test
    void refusedAppendCreatesNoSession() {
        var id = unique("s");
        for (var body : List.of(batch("{\"role\":\"\"}"), withMembers("\"parentId\":\"nobody\"", message("a", "a")))) {
            var answer =
                    api().post(MESSAGES, id).query("create", "true").json(body).send();
            assertTrue(answer.status() == 422 || answer.status() == 404, answer.toString());
        }
        api().get(SESSION, id).send().problem(404, "session-not-found");
    }

    /** The session that an append would create has version 1, but it does not exist before. */
    @ParameterizedTest
    @ValueSource(strings = {"*", "\"0\"", "\"1\"", "\"7\""})
    void ifMatchRefusesMissingSession(String version) {
        var id = unique("s");
        for (var body : List.of(
                batch(message("a", "a")),
                batch(message("a", "a"), message("b", "b")),
                batch(message("compaction_x", "sent back")))) {
            api().post(MESSAGES, id)
                    .query("create", "true")
                    .header("If-Match", version)
                    .json(body)
                    .send()
                    .problem(412, "stale-version");
        }
        api().get(SESSION, id).send().problem(404, "session-not-found");
    }

    @Test
    void ifNoneMatchCreatesSessionButRefusesExistingOne() {
        var id = unique("s");
        var call = api().post(MESSAGES, id).query("create", "true").header("If-None-Match", "*");
        call.json(batch(message("a", "a"))).send().expect(201);
        call.json(batch(message("b", "b"))).send().problem(412, "stale-version");
        assertEquals(List.of("a"), path(id));
    }

    @Test
    void batchOfMoreThanThousandMessagesIsTooLarge() {
        var id = session();
        var messages =
                IntStream.range(0, 1_001).mapToObj(i -> message("n" + i, "n")).toArray(String[]::new);
        append(id, messages).problem(413, "too-large");
        assertEquals(0, get(id).number("/messageCount"));
        append(id, java.util.Arrays.copyOf(messages, 1_000)).expect(201);
        assertEquals(1_000, get(id).number("/messageCount"));
        assertEquals("n999", get(id).at("/leafId"));
    }

    @Test
    void syntheticMessagesAreSkipped() {
        var id = session();
        var only = append(id, message("compaction_x", "summary")).expect(200);
        assertEquals(
                Json.parse(
                        """
                {"id":"compaction_x","parentId":null,"inserted":false,"reason":"synthetic","tokens":0}"""),
                only.json().at("/appended/0"));
        assertNull(only.at("/leafId"));
        var mixed = append(
                        id,
                        message("compaction_1", "s"),
                        message("a", "a"),
                        message("compaction_2", "s"),
                        message("b", "b"))
                .expect(201);
        assertEquals(List.of("compaction_1", "a", "compaction_2", "b"), mixed.all("/appended", "id"));
        assertFalse(mixed.json().at("/appended/2/inserted").asBoolean());
        assertEquals("synthetic", mixed.at("/appended/2/reason"));
        assertEquals("a", mixed.at("/appended/3/parentId"));
        assertEquals(List.of("a", "b"), path(id));
        assertEquals(2, get(id).number("/messageCount"));
    }

    @Test
    void everyAppendChangesETagAndUpdatedAt() {
        var id = session();
        var before = get(id);
        var first = append(id, message("a", "a")).expect(201);
        var second = append(id, message("b", "b")).expect(201);
        assertNotEquals(before.etag(), first.etag());
        assertNotEquals(first.etag(), second.etag());
        assertTrue(get(id).at("/updatedAt").compareTo(before.at("/updatedAt")) >= 0);
        assertEquals(before.at("/createdAt"), get(id).at("/createdAt"));
    }

    @Test
    void messageIdMayBeUsedInManySessions() {
        var one = session();
        var two = session();
        append(one, message("same", "in one")).expect(201);
        append(two, message("same", "in two")).expect(201);
        assertTrue(history(one).text().contains("in one"));
        assertTrue(history(two).text().contains("in two"));
    }

    @Test
    void readingChangesNothing() {
        var id = sessionWithMessages(3);
        var before = get(id);
        history(id);
        entry(id, "m1").expect(200);
        api().get(SESSION + "/tree", id).send().expect(200);
        assertEquals(before.text(), get(id).text());
        assertEquals(before.etag(), get(id).etag());
    }
}
