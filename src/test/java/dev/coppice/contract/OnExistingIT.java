package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Appends of known, changed and new messages in one request: {@code onExisting}. */
class OnExistingIT extends ToolApi {

    private static final String[] CHANGED = {
        message("m0", "user", "text 0"),
        message("m1", "assistant", "another answer, which is longer"),
        message("m2", "user", "text 2"),
        message("m3", "assistant", "new")
    };

    private static HttpAnswer upsert(String session, String onExisting, String... messages) {
        return appendRaw(session, withMembers("\"onExisting\":" + Json.quote(onExisting), messages));
    }

    private static List<String> texts(String session) {
        return texts(history(session).json().path("messages").findValues("text"));
    }

    private static List<String> texts(List<tools.jackson.databind.JsonNode> texts) {
        return texts.stream().map(Json::text).toList();
    }

    /** The tokens of the session must be the sum of its messages' tokens. */
    private static void assertTokensAddUp(String session) {
        var sum = path(session).stream()
                .mapToLong(id -> entry(session, id).number("/tokens"))
                .sum();
        assertEquals(sum, get(session).number("/tokens"));
        assertEquals(sum, history(session).number("/tokens"));
    }

    @Test
    void replaceUpdatesChangedMessageInPlaceAndAppendsNewOne() {
        var id = sessionWithMessages(3);
        var before = entry(id, "m1");
        var answer = upsert(id, "replace", CHANGED).expect(201);
        assertEquals(List.of("m0", "m1", "m2", "m3"), path(id));
        assertEquals(List.of("text 0", "another answer, which is longer", "text 2", "new"), texts(id));
        assertEquals(Arrays.asList(null, "replaced", null, null), answer.all("/appended", "reason"));
        assertEquals(List.of("false", "false", "false", "true"), answer.all("/appended", "inserted"));
        assertEquals(Arrays.asList(null, "m0", "m1", "m2"), answer.all("/appended", "parentId"));
        var after = entry(id, "m1");
        assertNotEquals(before.etag(), after.etag());
        assertEquals(after.at("/tokens"), answer.at("/appended/1/tokens"));
        assertEquals(get(id).at("/tokens"), answer.at("/tokens"));
        assertEquals(get(id).etag(), answer.etag());
        assertTokensAddUp(id);
    }

    @Test
    void repeatedReplaceChangesNothing() {
        var id = sessionWithMessages(3);
        upsert(id, "replace", CHANGED).expect(201);
        var before = get(id);
        var again = upsert(id, "replace", CHANGED).expect(200);
        assertEquals(Arrays.asList(null, null, null, null), again.all("/appended", "reason"));
        assertEquals(before.text(), get(id).text());
        assertEquals(before.etag(), get(id).etag());
    }

    @Test
    void keepLeavesStoredMessageAndReportsIt() {
        var id = sessionWithMessages(3);
        var before = entry(id, "m1");
        var answer = upsert(id, "keep", CHANGED).expect(201);
        assertEquals(List.of("text 0", "text 1", "text 2", "new"), texts(id));
        assertEquals(Arrays.asList(null, "kept", null, null), answer.all("/appended", "reason"));
        assertEquals(List.of("false", "false", "false", "true"), answer.all("/appended", "inserted"));
        assertEquals(before.at("/tokens"), answer.at("/appended/1/tokens"));
        assertEquals(before.etag(), entry(id, "m1").etag());
        upsert(id, "keep", CHANGED).expect(200);
    }

    @Test
    void rejectIsTheDefault() {
        var id = sessionWithMessages(3);
        upsert(id, "reject", CHANGED).problem(409, "message-exists");
        append(id, CHANGED).problem(409, "message-exists");
        appendRaw(id, withMembers("\"onExisting\":null", CHANGED)).problem(409, "message-exists");
        assertEquals(List.of("m0", "m1", "m2"), path(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "update", "Replace"})
    void unknownWordIsRefused(String word) {
        var refused = upsert(sessionWithMessages(3), word, CHANGED).problem(422, "invalid");
        assertEquals("/onExisting", refused.at("/errors/0/pointer"));
    }

    @Test
    void replaceOfLeafAndOfOtherBranchesKeepsTotals() {
        var id = sessionWithMessages(3);
        appendUnder(id, "m0", message("b1", "branch"), message("b2", "branch")).expect(201);
        upsert(
                        id,
                        "replace",
                        message("b2", "a leaf that has become much longer"),
                        message("m2", "on another branch"),
                        message("m0", "root, shared by both branches"),
                        message("b3", "new"))
                .expect(201);
        assertEquals(List.of("m0", "b1", "b2", "b3"), path(id));
        assertTokensAddUp(id);
        assertEquals(List.of("m0", "m1", "m2"), path(id, "m2"));
        var other = api().get(HISTORY, id).query("leafId", "m2").send().expect(200);
        assertTrue(other.text().contains("on another branch"));
        assertEquals(
                List.of("m0", "m1", "m2").stream()
                        .mapToLong(message -> entry(id, message).number("/tokens"))
                        .sum(),
                other.number("/tokens"));
    }

    @Test
    void newMessagesFollowLastKnownOneIfParentIsGiven() {
        var id = sessionWithMessages(3);
        var members = "\"onExisting\":\"replace\",\"parentId\":\"m0\"";
        appendRaw(id, withMembers(members, message("m1", "assistant", "changed"), message("x", "x"), message("y", "y")))
                .expect(201);
        assertEquals(List.of("m0", "m1", "x", "y"), path(id));
        assertTokensAddUp(id);
    }

    @Test
    void replaceAndAppendAreOneTransaction() {
        var id = sessionWithMessages(3);
        var before = get(id);
        var members = "\"onExisting\":\"replace\",";
        appendRaw(id, withMembers(members + "\"parentId\":\"nobody\"", CHANGED)).problem(404, "unknown-parent");
        appendRaw(id, withMembers(members + "\"expectedLeafId\":\"m1\"", CHANGED))
                .problem(409, "stale-leaf");
        var invalid = "{\"id\":\"x\",\"role\":\"user\"}";
        appendRaw(id, withMembers("\"onExisting\":\"replace\"", CHANGED[1], invalid))
                .problem(422, "invalid-message");
        assertEquals(before.text(), get(id).text());
        assertEquals(List.of("text 0", "text 1", "text 2"), texts(id));
    }

    @Test
    void replaceChecksPreconditionsOnlyIfItChangesSomething() {
        var id = sessionWithMessages(3);
        var etag = get(id).etag();
        var call = api().post(MESSAGES, id)
                .header("If-Match", etag)
                .json(withMembers("\"onExisting\":\"replace\",\"expectedLeafId\":\"m2\"", CHANGED));
        call.send().expect(201);
        call.send().expect(200);
        var other = message("m1", "assistant", "a third answer");
        api().post(MESSAGES, id)
                .header("If-Match", etag)
                .json(withMembers("\"onExisting\":\"replace\"", other))
                .send()
                .problem(412, "stale-version");
        appendRaw(id, withMembers("\"onExisting\":\"replace\",\"expectedLeafId\":\"m2\"", other))
                .problem(409, "stale-leaf");
        assertEquals("another answer, which is longer", texts(id).get(1));
    }

    @Test
    void replaceRestoresFirstValueAfterUpdate() {
        var id = sessionWithMessages(2);
        api().put(MESSAGE, id, "m0").json(message("m0", "updated")).send().expect(200);
        var kept = upsert(id, "keep", message("m0", "text 0")).expect(200);
        assertEquals(Arrays.asList((String) null), kept.all("/appended", "reason"));
        assertEquals("updated", texts(id).get(0));
        var replaced = upsert(id, "replace", message("m0", "text 0")).expect(200);
        assertEquals(List.of("replaced"), replaced.all("/appended", "reason"));
        assertEquals("text 0", texts(id).get(0));
    }

    @Test
    void replaceKeepsStoredTimeIfMessageHasNone() {
        var id = sessionWithMessages(2);
        upsert(id, "replace", "{\"id\":\"m0\",\"role\":\"user\",\"content\":\"changed\",\"createdAt\":null}")
                .expect(200);
        assertEquals("2026-03-01T10:00:00.000Z", entry(id, "m0").at("/message/createdAt"));
    }

    @Test
    void replaceInForkDoesNotChangeSource() {
        var source = sessionWithMessages(3);
        var fork = api().post(SESSION + "/fork", source).send().expect(201).at("/id");
        upsert(fork, "replace", CHANGED).expect(201);
        assertEquals("another answer, which is longer", texts(fork).get(1));
        assertEquals(List.of("text 0", "text 1", "text 2"), texts(source));
        assertTokensAddUp(fork);
        assertTokensAddUp(source);
    }

    @Test
    void endedSessionAcceptsReplacementsButNoNewMessages() {
        var id = sessionWithMessages(3);
        api().post(SESSION + "/split", id)
                .json(Json.object("summary", "s"))
                .send()
                .expect(201);
        upsert(id, "replace", CHANGED).problem(409, "session-ended");
        assertEquals("text 1", texts(id).get(1));
        upsert(id, "replace", Arrays.copyOf(CHANGED, 3)).expect(200);
        assertEquals("another answer, which is longer", texts(id).get(1));
    }

    @Test
    void oneIdWithTwoValuesInOneRequestIsAlwaysRefused() {
        var id = sessionWithMessages(1);
        for (var onExisting : List.of("reject", "keep", "replace")) {
            upsert(id, onExisting, message("m0", "one"), message("m0", "two")).problem(409, "message-exists");
            upsert(id, onExisting, message("x", "one"), message("x", "two")).problem(409, "message-exists");
        }
    }

    @Test
    void searchAndLoadedSkillsFollowReplacements() {
        var word = uniqueWord();
        var id = sessionWith(SKILLS);
        append(id, message("m0", "nothing yet"), message("m1", "assistant", "nothing yet"))
                .expect(201);
        upsert(id, "replace", message("m0", word), skillLoadMessage("m1", "pirate", "Arr!"), message("m2", "on"))
                .expect(201);
        awaitIndexed();
        assertEquals(List.of("m0"), found(id, word));
        var pirate = "{'label':'skills','key':'pirate'}";
        assertTrue(result(id, "unload_context", pirate).startsWith("Unloaded"));
        assertFalse(texts(id).contains("Arr!"));
        upsert(id, "replace", message("m0", "gone again"), skillLoadMessage("m1", "pirate", "Arr, again!"))
                .expect(200);
        awaitIndexed();
        assertEquals(List.of(), found(id, word));
        assertTrue(result(id, "unload_context", pirate).startsWith("Unloaded"));
    }

    @Test
    void compactedSessionCountsReplacementsOnce() {
        var id = sessionWithMessages(8);
        api().post(SESSION + "/compactions", id)
                .json(Json.object("fromMessageId", "m2", "toMessageId", "m4", "summary", "They talked."))
                .send()
                .expect(201);
        upsert(id, "replace", message("m3", "hidden, and now longer"), message("m6", "visible, and now longer"))
                .expect(200);
        assertEquals(history(id).number("/tokens"), get(id).number("/tokens"));
        upsert(id, "replace", message("m3", "hidden"), message("m8", "new")).expect(201);
        assertEquals(history(id).number("/tokens"), get(id).number("/tokens"));
    }
}
