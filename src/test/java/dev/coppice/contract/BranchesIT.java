package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reads of the tree of messages: single messages with their place, children, leaf and leaves. */
class BranchesIT extends Contract {

    @Test
    void entryHasMessageAndPlaceInTree() {
        var id = sessionWithMessages(3);
        appendUnder(id, "m1", message("b", "b")).expect(201);
        var entry = entry(id, "m1").expect(200);
        assertEquals(
                Set.of("message", "parentId", "depth", "tokens", "bytes", "createdAt", "children"),
                Set.copyOf(entry.json().propertyNames()));
        assertEquals(
                Json.parse(message("m1", "assistant", "text 1")), entry.json().path("message"));
        assertEquals("m0", entry.at("/parentId"));
        assertEquals(1, entry.number("/depth"));
        assertEquals(2, entry.number("/children"));
        assertTrue(entry.number("/tokens") > 0);
        assertEquals(message("m1", "assistant", "text 1").length(), entry.number("/bytes"));
        assertEquals("2026-03-01T10:00:00.000Z", entry.at("/createdAt"));
        assertNotNull(entry.etag());
        assertTrue(entry(id, "m0").json().path("parentId").isNull());
        assertEquals(0, entry(id, "m0").number("/depth"));
        assertEquals(0, entry(id, "b").number("/children"));
    }

    /** The bytes are those of the stored message in UTF-8, with the members that the server added. */
    @Test
    void bytesAreThoseOfStoredMessage() {
        var id = session();
        append(id, "{ \"id\":\"a\", \"role\":\"user\",  \"content\":\"ümläut 🌳\" }")
                .expect(201);
        append(id, message("b", "b")).expect(201);
        int added = ",\"createdAt\":\"2026-03-01T10:00:00.000Z\"".length();
        int sent = "{ 'id':'a', 'role':'user',  'content':'ümläut 🌳' }".getBytes(StandardCharsets.UTF_8).length;
        assertEquals(sent + added, entry(id, "a").number("/bytes"));
        var longer = message("a", "ä".repeat(2000));
        api().put(MESSAGE, id, "a").json(longer).send().expect(200);
        var bytes = longer.getBytes(StandardCharsets.UTF_8).length;
        assertEquals(bytes, entry(id, "a").number("/bytes"));
        var fork = ForkApi.fork(id, "b").expect(201).at("/id");
        assertEquals(bytes, entry(fork, "a").number("/bytes"));
        assertEquals(
                List.of(bytes + "", entry(id, "b").at("/bytes")),
                api().get(SESSION + "/tree", fork).send().expect(200).all("/nodes", "bytes"));
    }

    @Test
    void unknownMessageIsNotFound() {
        var id = sessionWithMessages(1);
        for (var unknown : List.of("nobody", "M0", "m", "%", "m_", "m00")) {
            entry(id, unknown).problem(404, "message-not-found");
        }
        entry(unique("none"), "m0").problem(404, "session-not-found");
    }

    @Test
    void childrenAreListedInAppendOrder() {
        var id = sessionWithMessages(2);
        for (var name : List.of("z", "a", "k", "A", "0")) {
            appendUnder(id, "m0", message(name, name)).expect(201);
        }
        assertEquals(List.of("m1", "z", "a", "k", "A", "0"), children(id, "m0"));
        assertEquals(List.of(), children(id, "z"));
        assertEquals(6, entry(id, "m0").number("/children"));
    }

    @Test
    void grandchildrenAreNotListed() {
        var id = sessionWithMessages(4);
        assertEquals(List.of("m2"), children(id, "m1"));
    }

    @Test
    void childrenArePaged() {
        var id = sessionWithMessages(1);
        for (var i = 0; i < 7; i++) {
            appendUnder(id, "m0", message("c" + i, "c")).expect(201);
        }
        var items = allItems("items", cursor -> {
            var call = api().get(MESSAGE + "/children", id, "m0").query("limit", 3);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(
                List.of("c0", "c1", "c2", "c3", "c4", "c5", "c6"),
                items.stream().map(item -> Json.text(item.at("/message/id"))).toList());
    }

    @Test
    void childrenOfUnknownMessageAreNotFound() {
        api().get(MESSAGE + "/children", sessionWithMessages(1), "nobody")
                .send()
                .problem(404, "message-not-found");
    }

    @Test
    void leafIsReturnedAsEntry() {
        var id = sessionWithMessages(3);
        var leaf = api().get(SESSION + "/leaf", id).send().expect(200);
        assertEquals(entry(id, "m2").text(), leaf.text());
        api().get(SESSION + "/leaf", session()).send().problem(404, "message-not-found");
        api().get(SESSION + "/leaf", unique("none")).send().problem(404, "session-not-found");
    }

    @Test
    void leavesAreMessagesWithoutChildren() {
        var id = sessionWithMessages(3);
        appendUnder(id, "m0", message("b0", "b"), message("b1", "b")).expect(201);
        appendUnder(id, null, message("r", "r")).expect(201);
        appendUnder(id, "b0", message("c", "c")).expect(201);
        var leaves = api().get(SESSION + "/leaves", id).send().expect(200);
        assertEquals(Set.of("m2", "b1", "r", "c"), Set.copyOf(ids(leaves)));
        assertEquals(4, ids(leaves).size());
        assertNull(leaves.at("/nextCursor"));
        assertEquals(
                0,
                ids(api().get(SESSION + "/leaves", session()).send().expect(200))
                        .size());
    }

    @Test
    void leavesArePaged() {
        var id = sessionWithMessages(2);
        for (var i = 0; i < 9; i++) {
            appendUnder(id, "m0", message("c" + i, "c")).expect(201);
        }
        var items = allItems("items", cursor -> {
            var call = api().get(SESSION + "/leaves", id).query("limit", 4);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(10, items.size());
        assertEquals(
                10,
                items.stream()
                        .map(item -> Json.text(item.at("/message/id")))
                        .distinct()
                        .count());
    }

    /** The default of {@code coppice.message.max-bytes} is 4 MiB. */
    @Test
    void pageOfLeavesHasLimitedBytes() {
        var id = session();
        append(id, message("root", "r")).expect(201);
        for (var name : List.of("a", "b", "c", "d")) {
            appendUnder(id, "root", message(name, name.repeat(3 << 19))).expect(201);
        }
        var pages = leafPages(id);
        assertEquals(List.of(List.of("a", "b"), List.of("c", "d")), pages);
        var fork = ForkApi.fork(id, "a").expect(201).at("/id");
        for (var name : List.of("e", "f")) {
            appendUnder(fork, "root", message(name, name.repeat(3 << 20))).expect(201);
        }
        assertEquals(List.of(List.of("a"), List.of("e"), List.of("f")), leafPages(fork));
    }

    private static List<List<String>> leafPages(String session) {
        var pages = new ArrayList<List<String>>();
        String cursor = null;
        do {
            var call = api().get(SESSION + "/leaves", session);
            var page = (cursor == null ? call : call.query("cursor", cursor))
                    .send()
                    .expect(200);
            pages.add(ids(page));
            cursor = page.at("/nextCursor");
        } while (cursor != null);
        return pages;
    }

    @Test
    void regeneratedAnswerIsSibling() {
        var id = session();
        append(id, message("q", "question"), message("a1", "assistant", "first answer"))
                .expect(201);
        appendUnder(id, "q", message("a2", "assistant", "second answer")).expect(201);
        append(id, message("q2", "next question")).expect(201);
        assertEquals(List.of("q", "a2", "q2"), path(id));
        assertEquals(List.of("q", "a1"), path(id, "a1"));
        assertEquals(List.of("a1", "a2"), children(id, "q"));
    }
}
