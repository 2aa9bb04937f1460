package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A fork begins with the history of its source up to a message; afterwards both change independently. */
class ForksIT extends Contract {

    @Test
    void forkBeginsWithHistoryUpToMessage() {
        var source = sessionWithMessages(5);
        var answer = ForkApi.fork(source, "m2").expect(201);
        var fork = answer.at("/id");
        assertNotNull(answer.etag());
        assertTrue(answer.header("Location").endsWith("/v1/sessions/" + fork), answer.header("Location"));
        assertEquals(answer.json(), get(fork).json());
        assertEquals(answer.etag(), get(fork).etag());
        assertEquals(source, answer.at("/parentSessionId"));
        assertEquals("m2", answer.at("/forkedAtMessageId"));
        assertEquals("m2", answer.at("/leafId"));
        assertEquals(3, answer.number("/messageCount"));
        assertEquals(history(fork).number("/tokens"), answer.number("/tokens"));
        assertEquals(
                api().get(HISTORY, source)
                        .query("leafId", "m2")
                        .send()
                        .expect(200)
                        .json()
                        .path("messages"),
                history(fork).json().path("messages"),
                "ids, dates and texts are unchanged");
    }

    @Test
    void forkWithoutMessageBeginsWithWholeHistory() {
        var source = sessionWithMessages(3);
        for (var body : List.of("", "{}", "{\"atMessageId\":null}")) {
            var fork = ForkApi.forkWith(source, body).expect(201).at("/id");
            assertEquals(path(source), path(fork));
        }
        assertEquals(
                "m2",
                ForkApi.fork(source, null).expect(201).at("/forkedAtMessageId"),
                "the leaf at the time of the fork");
    }

    @Test
    void forkOfEmptySessionIsEmpty() {
        var fork = ForkApi.fork(session(), null).expect(201);
        assertNull(fork.at("/leafId"));
        assertNull(fork.at("/forkedAtMessageId"));
        append(fork.at("/id"), message("a", "first")).expect(201);
        assertEquals(List.of("a"), path(fork.at("/id")));
    }

    @Test
    void forkMayHaveIdAndName() {
        var source = sessionWithMessages(1);
        var id = unique("fork");
        var fork = ForkApi.forkWith(source, Json.object("id", id, "name", "What if"))
                .expect(201);
        assertEquals(id, fork.at("/id"));
        assertEquals("What if", fork.at("/name"));
        ForkApi.forkWith(source, Json.object("id", id)).problem(409, "session-exists");
        ForkApi.forkWith(source, Json.object("id", source)).problem(409, "session-exists");
        ForkApi.forkWith(source, Json.object("id", "a/b")).problem(422, "invalid-id");
        ForkApi.forkWith(source, Json.object("name", "x".repeat(256))).problem(422, "invalid");
        ForkApi.forkWith(source, Json.object("at", "m0")).problem(400, "unknown-field");
        ForkApi.forkWith(source, Json.object("namespace", "elsewhere")).problem(400, "unknown-field");
        ForkApi.forkWith(source, "{\"atMessageId\":7}").problem(400, "malformed");
        ForkApi.forkWith(source, "null").problem(400, "malformed");
        ForkApi.forkWith(source, "[]").problem(400, "malformed");
    }

    @Test
    void forkOfUnknownMessageOrSessionIsRefused() {
        var source = sessionWithMessages(2);
        ForkApi.fork(source, "m7").problem(404, "message-not-found");
        ForkApi.fork(source, "compaction_none").problem(404, "message-not-found");
        ForkApi.fork(unique("none"), null).problem(404, "session-not-found");
        api().delete(MESSAGE, source, "m1").send().expect(204);
        ForkApi.fork(source, "m1").problem(404, "message-not-found");
    }

    @Test
    void messagesOutsideForkPathAreUnknownInFork() {
        var source = sessionWithMessages(4);
        appendUnder(source, "m0", message("side", "a branch")).expect(201);
        var fork = ForkApi.fork(source, "m2").expect(201).at("/id");
        for (var id : List.of("m3", "side")) {
            entry(fork, id).problem(404, "message-not-found");
            api().get(HISTORY, fork).query("leafId", id).send().problem(404, "message-not-found");
            api().delete(MESSAGE, fork, id).send().problem(404, "message-not-found");
            appendUnder(fork, id, message("x", "x")).problem(404, "unknown-parent");
        }
        assertEquals(List.of("m1"), children(fork, "m0"), "a fork inherits the path, not its siblings");
        assertEquals(List.of(), children(fork, "m2"));
        append(fork, message("m3", "its own"), message("side", "its own")).expect(201);
        assertEquals(List.of("m3"), children(fork, "m2"));
        assertEquals(List.of("m0", "m1", "m2", "m3", "side"), path(fork));
        assertEquals(List.of("m3"), children(source, "m2"));
    }

    @Test
    void inheritedIdsStayTakenAfterDeleteInSource() {
        var source = sessionWithMessages(3);
        var fork = ForkApi.fork(source, "m1").expect(201).at("/id");
        api().delete(MESSAGE, source, "m0").send().expect(204);
        append(source, message("m0", "another one")).expect(201);
        append(fork, message("m0", "user", "text 0")).expect(200);
        append(fork, message("m0", "another one")).problem(409, "message-exists");
        assertEquals(List.of("m0", "m1"), path(fork));
        assertEquals(List.of("m1", "m2", "m0"), path(source));
    }

    @Test
    void sourceAndForkChangeIndependently() {
        var source = sessionWithMessages(4);
        var fork = ForkApi.fork(source, "m3").expect(201).at("/id");
        append(source, message("s", "of the source")).expect(201);
        append(fork, message("f", "of the fork")).expect(201);
        api().put(MESSAGE, source, "m1")
                .json(message("m1", "by the source"))
                .send()
                .expect(200);
        api().put(MESSAGE, fork, "m2").json(message("m2", "by the fork")).send().expect(200);
        api().delete(MESSAGE, source, "m0").send().expect(204);
        api().delete(MESSAGE, fork, "m3").send().expect(204);
        assertEquals(List.of("text 0", "text 1", "by the fork", "of the fork"), ForkApi.texts(fork));
        assertEquals(List.of("by the source", "text 2", "text 3", "of the source"), ForkApi.texts(source));
        assertEquals(4, get(fork).number("/messageCount"));
        assertEquals(4, get(source).number("/messageCount"));
        api().post(SESSION + "/clear", source).send().expect(200);
        assertEquals(List.of("m0", "m1", "m2", "f"), path(fork));
        api().delete(SESSION, source).send().expect(204);
        assertEquals(List.of("text 0", "text 1", "by the fork", "of the fork"), ForkApi.texts(fork));
        assertEquals(source, get(fork).at("/parentSessionId"), "the id of the deleted source is kept");
    }

    @Test
    void updateOfInheritedLeafDoesNotChangeFork() {
        var source = sessionWithMessages(2);
        var fork = ForkApi.fork(source, "m1").expect(201).at("/id");
        api().put(MESSAGE, source, "m1")
                .json(message("m1", "streamed on"))
                .send()
                .expect(200);
        assertEquals(List.of("text 0", "text 1"), ForkApi.texts(fork));
        assertEquals(List.of("text 0", "streamed on"), ForkApi.texts(source));
    }

    @Test
    void forkInheritsEditsOfSource() {
        var source = sessionWithMessages(5);
        api().put(MESSAGE, source, "m1").json(message("m1", "changed")).send().expect(200);
        api().delete(MESSAGE, source, "m2").send().expect(204);
        api().put(MESSAGE, source, "m4")
                .json(message("m4", "not inherited"))
                .send()
                .expect(200);
        var answer = ForkApi.fork(source, "m3").expect(201);
        var fork = answer.at("/id");
        assertEquals(List.of("text 0", "changed", "text 3"), ForkApi.texts(fork));
        assertEquals(3, answer.number("/messageCount"));
        assertEquals(history(fork).number("/tokens"), answer.number("/tokens"));
        assertEquals(entry(source, "m1").etag(), entry(fork, "m1").etag());
        append(fork, message("m2", "the id is free")).expect(201);
        api().put(MESSAGE, source, "m1").json(message("m1", "again")).send().expect(200);
        assertEquals(List.of("text 0", "changed", "text 3", "the id is free"), ForkApi.texts(fork));
    }

    @Test
    void allReadsIncludeInheritedMessages() {
        var source = sessionWithMessages(7);
        var fork = ForkApi.fork(source, "m4").expect(201).at("/id");
        assertEquals(
                List.of("m4"), ids(api().get(SESSION + "/leaves", fork).send().expect(200)));
        append(fork, message("x", "x"), message("y", "y")).expect(201);
        appendUnder(fork, "m1", message("z", "z")).expect(201);
        var all = List.of("m0", "m1", "m2", "m3", "m4", "x", "y", "z");
        for (var limit : List.of(1, 3, 5, 200)) {
            assertEquals(
                    all,
                    allEntries(api(), fork, limit).stream()
                            .map(item -> Json.text(item.at("/message/id")))
                            .toList());
        }
        var nodes = allItems("nodes", cursor -> {
            var call = api().get(SESSION + "/tree", fork).query("limit", 3);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(all, nodes.stream().map(node -> Json.text(node.path("id"))).toList());
        assertEquals(List.of("m2", "z"), children(fork, "m1"));
        assertEquals("m4", parentOf(fork, "x"));
        assertEquals(5, entry(fork, "x").expect(200).number("/depth"));
        assertEquals(
                7,
                api().get(HISTORY, fork).query("leafId", "y").send().expect(200).number("/pathLength"));
        var leaves = allItems("items", cursor -> {
            var call = api().get(SESSION + "/leaves", fork).query("limit", 1);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(
                List.of("y", "z"),
                leaves.stream().map(item -> Json.text(item.at("/message/id"))).toList());
        var window = api().get(HISTORY, fork)
                .query("leafId", "y")
                .query("last", 4)
                .send()
                .expect(200);
        assertEquals(List.of("m3", "m4", "x", "y"), window.all("/messages", "id"));
        assertEquals("m3", window.at("/before"));
    }

    @Test
    void parentOfDeletedInheritedLeafBecomesLeaf() {
        var source = sessionWithMessages(4);
        var fork = ForkApi.fork(source, "m3").expect(201).at("/id");
        append(fork, message("x", "x")).expect(201);
        api().delete(MESSAGE, fork, "m3").send().expect(204);
        api().delete(MESSAGE, fork, "x").send().expect(204);
        assertEquals("m2", get(fork).at("/leafId"));
        assertEquals(
                List.of("m2"), ids(api().get(SESSION + "/leaves", fork).send().expect(200)));
        append(fork, message("y", "y")).expect(201);
        assertEquals(List.of("m0", "m1", "m2", "y"), path(fork));
        assertEquals(List.of("m0", "m1", "m2", "m3"), path(source));
    }

    @Test
    void forksOfForksMayStartAtAnyMessage() {
        var source = sessionWithMessages(4);
        appendUnder(source, "m1", message("b1", "b1"), message("b2", "b2")).expect(201);
        var first = ForkApi.fork(source, "b1").expect(201).at("/id");
        assertEquals(List.of("m0", "m1", "b1"), path(first));
        append(first, message("f1", "f1"), message("f2", "f2")).expect(201);
        appendUnder(first, "m0", message("g1", "g1")).expect(201);
        var second = ForkApi.fork(first, "f1").expect(201).at("/id");
        assertEquals(List.of("m0", "m1", "b1", "f1"), path(second));
        var third = ForkApi.fork(first, "g1").expect(201).at("/id");
        assertEquals(List.of("m0", "g1"), path(third));
        var inherited = ForkApi.fork(first, "m1").expect(201);
        assertEquals(first, inherited.at("/parentSessionId"));
        assertEquals(List.of("m0", "m1"), path(inherited.at("/id")));
        append(second, message("s1", "s1")).expect(201);
        append(third, message("t1", "t1")).expect(201);
        append(inherited.at("/id"), message("i1", "i1")).expect(201);
        api().put(MESSAGE, first, "m0")
                .json(message("m0", "by the first"))
                .send()
                .expect(200);
        api().delete(SESSION, source).send().expect(204);
        api().delete(SESSION, first).send().expect(204);
        assertEquals(List.of("text 0", "text 1", "b1", "f1", "s1"), ForkApi.texts(second));
        assertEquals(List.of("text 0", "g1", "t1"), ForkApi.texts(third));
        assertEquals(List.of("text 0", "text 1", "i1"), ForkApi.texts(inherited.at("/id")));
    }

    @Test
    void clearOfForkDoesNotChangeSource() {
        var source = sessionWithMessages(3);
        var fork = ForkApi.fork(source, "m1").expect(201).at("/id");
        append(fork, message("x", "x")).expect(201);
        var cleared = api().post(SESSION + "/clear", fork).send().expect(200);
        assertEquals(0, cleared.number("/messageCount"));
        append(fork, message("m0", "the id is free")).expect(201);
        assertEquals(List.of("m0"), path(fork));
        assertEquals(List.of("m0", "m1", "m2"), path(source));
    }

    @Test
    void forkInheritsAttributesButNotUsage() {
        var source = ForkApi.sessionWithEverything("gardener");
        append(source, message("a", "a")).expect(201);
        var before = get(source);
        var fork = ForkApi.fork(source, "a").expect(201);
        for (var member : ForkApi.INHERITED) {
            assertEquals(before.json().path(member), fork.json().path(member), member);
        }
        assertEquals(before.number("/tokens"), fork.number("/tokens"));
        assertNull(fork.at("/name"));
        assertEquals(0, fork.number("/usage/inputTokens"));
        assertEquals(0, fork.number("/usage/outputTokens"));
        assertTrue(fork.at("/expiresAt").compareTo(before.at("/expiresAt")) >= 0, "the ttl starts with the fork");
        assertEquals(before.etag(), get(source).etag(), "the source is not changed");
        var labelled =
                api().get("/v1/sessions").query("metadata.topic", source).send().expect(200);
        assertEquals(new TreeSet<>(List.of(source, fork.at("/id"))), new TreeSet<>(labelled.all("/items", "id")));
        var children = api().get("/v1/sessions").query("parent", source).send().expect(200);
        assertEquals(List.of(fork.at("/id")), children.all("/items", "id"));
    }

    @Test
    void forkIsInNamespaceOfSource() {
        var namespace = unique("space");
        var id = unique("s");
        api().post("/v1/sessions")
                .query("namespace", namespace)
                .json(Json.object("id", id))
                .send()
                .expect(201);
        api().post(MESSAGES, id)
                .query("namespace", namespace)
                .json(batch(message("a", "a")))
                .send()
                .expect(201);
        var fork = api().post(ForkApi.FORK, id)
                .query("namespace", namespace)
                .send()
                .expect(201);
        assertEquals(namespace, fork.at("/namespace"));
        assertTrue(fork.header("Location").endsWith("?namespace=" + namespace), fork.header("Location"));
        api().get(SESSION, fork.at("/id")).query("namespace", namespace).send().expect(200);
        ForkApi.fork(id, null).problem(404, "session-not-found");
    }

    @Test
    void forkWithIdempotencyKeyIsCreatedOnce() {
        var source = sessionWithMessages(2);
        var key = unique("key");
        var first = forkWithKey(source, key).expect(201);
        var replayed = forkWithKey(source, key).expect(201);
        assertEquals("true", replayed.header("Idempotency-Replayed"));
        assertEquals(first.json(), replayed.json());
        assertEquals(first.header("Location"), replayed.header("Location"));
        var children = api().get("/v1/sessions").query("parent", source).send().expect(200);
        assertEquals(List.of(first.at("/id")), children.all("/items", "id"));
    }

    private static HttpAnswer forkWithKey(String source, String key) {
        return api().post(ForkApi.FORK, source)
                .header("Idempotency-Key", key)
                .json(Json.object("atMessageId", "m0"))
                .send();
    }
}
