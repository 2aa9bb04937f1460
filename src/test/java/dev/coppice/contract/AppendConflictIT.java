package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Appends with {@code expectedLeafId} or {@code If-Match} when another writer has moved the leaf. */
class AppendConflictIT extends Contract {

    /** Appends if the session has this leaf, or no message if it is null. */
    private static HttpAnswer appendExpecting(String session, String leaf, String onConflict, String... messages) {
        var members = (leaf == null ? "\"expectEmpty\":true" : "\"expectedLeafId\":" + Json.quote(leaf))
                + (onConflict == null ? "" : ",\"onConflict\":\"" + onConflict + "\"");
        return appendRaw(session, withMembers(members, messages));
    }

    @ParameterizedTest
    @ValueSource(strings = {"reject", "branch", "append"})
    void appendAtExpectedLeafSucceeds(String onConflict) {
        var id = sessionWithMessages(2);
        appendExpecting(id, "m1", onConflict, message("x", "x"), message("y", "y"))
                .expect(201);
        assertEquals(List.of("m0", "m1", "x", "y"), path(id));
    }

    @Test
    void appendAtStaleLeafIsRefusedWithCurrentLeaf() {
        var id = sessionWithMessages(3);
        var before = get(id);
        var refused = appendExpecting(id, "m1", null, message("x", "x")).problem(409, "stale-leaf");
        assertEquals("m2", refused.at("/leafId"));
        assertEquals(
                "m2",
                appendExpecting(id, "m0", "reject", message("x", "x"))
                        .problem(409, "stale-leaf")
                        .at("/leafId"));
        assertEquals(before.text(), get(id).text());
        assertEquals(before.etag(), get(id).etag());
    }

    @Test
    void unknownExpectedLeafIsStale() {
        var id = sessionWithMessages(1);
        assertEquals(
                "m0",
                appendExpecting(id, "nobody", null, message("x", "x"))
                        .problem(409, "stale-leaf")
                        .at("/leafId"));
    }

    @Test
    void onConflictBranchAppendsUnderExpectedLeaf() {
        var id = sessionWithMessages(3);
        var answer = appendExpecting(id, "m1", "branch", message("x", "x"), message("y", "y"))
                .expect(201);
        assertEquals("m1", answer.at("/appended/0/parentId"));
        assertEquals(List.of("m2", "x"), children(id, "m1"));
        assertEquals(List.of("m0", "m1", "x", "y"), path(id));
        assertEquals(List.of("m0", "m1", "m2"), path(id, "m2"));
    }

    @Test
    void onConflictAppendAppendsAtCurrentLeaf() {
        var id = sessionWithMessages(3);
        var answer = appendExpecting(id, "m1", "append", message("x", "x")).expect(201);
        assertEquals("m2", answer.at("/appended/0/parentId"));
        assertEquals(List.of("m0", "m1", "m2", "x"), path(id));
    }

    @Test
    void expectEmptyRefusesSessionWithMessages() {
        var id = session();
        appendExpecting(id, null, null, message("a", "a")).expect(201);
        assertEquals(
                "a",
                appendExpecting(id, null, null, message("b", "b"))
                        .problem(409, "stale-leaf")
                        .at("/leafId"));
        assertNull(appendExpecting(id, null, "branch", message("c", "c"))
                .expect(201)
                .at("/appended/0/parentId"));
        assertEquals(List.of("c"), path(id));
    }

    @Test
    void nullExpectedLeafExpectsNothing() {
        var id = sessionWithMessages(1);
        appendRaw(id, withMembers("\"expectedLeafId\":null,\"expectEmpty\":null", message("a", "a")))
                .expect(201);
        appendRaw(id, withMembers("\"expectedLeafId\":null,\"expectEmpty\":false", message("b", "b")))
                .expect(201);
        assertEquals(List.of("m0", "a", "b"), path(id));
    }

    @Test
    void expectEmptyWithExpectedLeafIsRefused() {
        var id = sessionWithMessages(1);
        var members = "\"expectEmpty\":true,\"expectedLeafId\":\"m0\"";
        var refused = appendRaw(id, withMembers(members, message("a", "a"))).problem(422, "invalid");
        assertEquals("/expectEmpty", refused.at("/errors/0/pointer"));
        appendRaw(id, withMembers(members.replace("true", "false"), message("a", "a")))
                .expect(201);
    }

    @Test
    void staleLeafOfEmptySessionIsReportedAsNull() {
        var refused = appendExpecting(session(), "a", null, message("b", "b")).problem(409, "stale-leaf");
        assertEquals(true, refused.json().has("leafId"));
        assertNull(refused.at("/leafId"));
    }

    @Test
    void unknownOnConflictIsRefused() {
        var id = sessionWithMessages(1);
        assertEquals(422, appendExpecting(id, "m0", "merge", message("x", "x")).status());
        assertEquals(List.of("m0"), path(id));
    }

    @Test
    void ifMatchRefusesStaleVersionWithCurrentLeaf() {
        var id = session();
        var stale = get(id).etag();
        var current = append(id, message("a", "a")).expect(201).etag();
        var refused = api().post(MESSAGES, id)
                .header("If-Match", stale)
                .json(batch(message("b", "b")))
                .send()
                .problem(412, "stale-version");
        assertEquals("a", refused.at("/leafId"));
        api().post(MESSAGES, id)
                .header("If-Match", current)
                .json(batch(message("b", "b")))
                .send()
                .expect(201);
        assertEquals(List.of("a", "b"), path(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "\"never\", %s", "%s"})
    void ifMatchAcceptsListAndStar(String form) {
        var id = sessionWithMessages(1);
        var header = form.formatted(get(id).etag());
        api().post(MESSAGES, id)
                .header("If-Match", header)
                .json(batch(message("b", "b")))
                .send()
                .expect(201);
    }

    @Test
    void weakVersionNeverMatches() {
        var id = sessionWithMessages(1);
        api().post(MESSAGES, id)
                .header("If-Match", "W/" + get(id).etag())
                .json(batch(message("b", "b")))
                .send()
                .problem(412, "stale-version");
    }
}
