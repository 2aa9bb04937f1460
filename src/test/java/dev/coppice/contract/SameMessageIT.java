package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Appends of an existing message id: an equal message is skipped, a different one is refused. */
class SameMessageIT extends Contract {

    private static String messageWithMember(String member) {
        return "{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\",\"n\":" + member + "}";
    }

    private static void assertNothingInserted(HttpAnswer answer) {
        answer.expect(200);
        answer.json()
                .path("appended")
                .forEach(each -> assertFalse(each.path("inserted").asBoolean()));
    }

    @Test
    void equalMessageSucceedsAndChangesNothing() {
        var id = sessionWithMessages(3);
        var before = get(id);
        var again = append(id, message("m1", "assistant", "text 1"));
        assertNothingInserted(again);
        assertEquals("m1", again.at("/appended/0/id"));
        assertEquals("m0", again.at("/appended/0/parentId"));
        assertEquals("m2", again.at("/leafId"));
        assertEquals(before.text(), get(id).text());
        assertEquals(before.etag(), get(id).etag());
    }

    @Test
    void repeatedAndConcurrentAppendsStoreMessageOnce() {
        var id = session();
        append(id, message("a", "a")).expect(201);
        for (var i = 0; i < 9; i++) {
            assertNothingInserted(append(id, message("a", "a")));
        }
        var statuses = ParallelClients.of(
                10, i -> retryWhileBusy(() -> append(id, message("b", "b"))).status());
        assertEquals(1, statuses.stream().filter(status -> status == 201).count(), statuses.toString());
        assertEquals(9, statuses.stream().filter(status -> status == 200).count(), statuses.toString());
        assertEquals(List.of("a", "b"), path(id));
    }

    @Test
    void differentMessageWithSameIdIsRefused() {
        var id = sessionWithMessages(2);
        var before = history(id).text();
        append(id, message("m0", "user", "another")).problem(409, "message-exists");
        append(id, message("m0", "assistant", "text 0")).problem(409, "message-exists");
        assertEquals(before, history(id).text());
    }

    @Test
    void messageWithoutServerAddedMembersIsEqual() {
        var id = session();
        var bare = "{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\"}";
        append(id, bare).expect(201);
        assertNothingInserted(append(id, bare));
        var stored = entry(id, "a").expect(200).json().path("message").toString();
        assertTrue(stored.contains("createdAt"), stored);
        assertNothingInserted(append(id, stored));
    }

    @Test
    void storedMessageIsEqualAfterClientRoundTrip() {
        var id = session();
        var stored =
                append(id, "{\"role\":\"user\",\"content\":\"x\"}").expect(201).at("/appended/0/id");
        var message = history(id).json().at("/messages/0");
        assertEquals(stored, Json.text(message.path("id")));
        assertNothingInserted(append(id, message.toString()));
    }

    @Test
    void keyOrderAndWhitespaceDoNotMatter() {
        var id = session();
        append(id, "{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\",\"meta\":{\"p\":1,\"q\":[1,2]}}")
                .expect(201);
        assertNothingInserted(append(
                id,
                "{ \"meta\" : {\"q\":[ 1, 2 ],\"p\":1},\n\"content\":\"\\u0078\",\"role\":\"user\", \"id\":\"a\"}"));
        append(id, "{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\",\"meta\":{\"p\":1,\"q\":[2,1]}}")
                .problem(409, "message-exists");
    }

    @ParameterizedTest
    @CsvSource({
        "1,1.0",
        "1,1e0",
        "100,1E+2",
        "1e400,10e399",
        "0.001,1e-3",
        "-0.5,-5e-1",
        "1e999999999,10e999999998",
        "0,0e5",
        "0,-0",
        "12345678901234567890.10,12345678901234567890.1"
    })
    void numbersAreComparedAsDecimals(String first, String second) {
        var id = session();
        append(id, messageWithMember(first)).expect(201);
        assertNothingInserted(append(id, messageWithMember(second)));
    }

    @ParameterizedTest
    @CsvSource({
        "1,2",
        "1,'\"1\"'",
        "1,true",
        "1e400,1e401",
        "1e999999999,1e999999998",
        "0.1,0.10000000000000000001",
        "null,0",
        "[],{}",
        "9007199254740993,9007199254740992",
        "'\"é\"','\"e\u0301\"'"
    })
    void differentValuesAreRefused(String first, String second) {
        var id = session();
        append(id, messageWithMember(first)).expect(201);
        append(id, messageWithMember(second)).problem(409, "message-exists");
    }

    @Test
    void missingMemberDiffersFromNull() {
        var id = session();
        append(id, "{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\"}").expect(201);
        append(id, messageWithMember("null")).problem(409, "message-exists");
    }

    @Test
    void equalMessagesInOneBatchAreStoredOnce() {
        var id = session();
        var answer = append(id, message("a", "a"), message("a", "a"), message("b", "b"))
                .expect(201);
        var last = answer.json().path("appended").size() - 1;
        assertEquals("a", answer.at("/appended/" + last + "/parentId"));
        assertEquals(List.of("a", "b"), path(id));
        assertEquals(2, get(id).number("/messageCount"));
    }

    @Test
    void differentMessagesWithSameIdInOneBatchAreRefused() {
        var id = session();
        append(id, message("a", "a"), message("a", "b")).problem(409, "message-exists");
        assertEquals(0, get(id).number("/messageCount"));
    }

    @Test
    void sameMessageWithOtherTimeInOneBatchIsRefused() {
        var id = session();
        var bare = "{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\"}";
        var early = bare.replace("}", ",\"createdAt\":\"2026-03-01T10:00:00.000Z\"}");
        var late = early.replace(".000Z", ".001Z");
        append(id, early, late).problem(409, "message-exists");
        append(id, bare, early).problem(409, "message-exists");
        append(id, early, bare).problem(409, "message-exists");
        assertEquals(0, get(id).number("/messageCount"));
        append(id, early, early.replace(".000Z", "Z"), early).expect(201);
        append(id, bare, bare).expect(200);
        assertEquals(List.of("a"), path(id));
    }

    @Test
    void resentConversationAppendsOnlyNewMessages() {
        var id = sessionWithMessages(3);
        var answer = append(id, message("m1", "assistant", "text 1"), message("m2", "text 2"), message("m3", "new"))
                .expect(201);
        assertFalse(answer.json().at("/appended/1/inserted").asBoolean());
        assertTrue(answer.json().at("/appended/2/inserted").asBoolean());
        assertEquals("m2", answer.at("/appended/2/parentId"));
        assertEquals(List.of("m0", "m1", "m2", "m3"), path(id));
    }

    @Test
    void messageIdsAreScopedToSessionAndTenant() {
        var one = session();
        var two = session();
        append(one, message("a", "a")).expect(201);
        append(two, message("a", "a")).expect(201);
        var foreign = api().as(token(unique("t"), "write"));
        foreign.post(MESSAGES, one)
                .query("create", "true")
                .json(batch(message("a", "another text")))
                .send()
                .expect(201);
        assertEquals(1, get(one).number("/messageCount"));
    }
}
