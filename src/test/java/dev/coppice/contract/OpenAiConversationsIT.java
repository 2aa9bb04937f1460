package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations of OpenAI's API: they are sessions. */
class OpenAiConversationsIT extends OpenAiApi {

    @Test
    void createdConversationIsASession() {
        var created = api().post(CONVERSATIONS)
                .json("{\"metadata\":{\"topic\":\"demo\"},\"items\":[{\"role\":\"user\",\"content\":\"Hello!\"}]}")
                .send()
                .expect(200);
        var id = created.at("/id");
        assertTrue(id.matches("conv_[0-9a-f]{48}"), id);
        assertEquals("conversation", created.at("/object"));
        assertEquals(4, created.json().size());
        assertEquals("{\"topic\":\"demo\"}", created.json().path("metadata").toString());
        var session = get(id);
        assertEquals(Instant.parse(session.at("/createdAt")).getEpochSecond(), created.number("/created_at"));
        assertEquals(1, session.number("/messageCount"));
        assertEquals("demo", session.at("/metadata/topic"));
        assertEquals(
                created.text(), api().get(CONVERSATION, id).send().expect(200).text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"items\":[]}", "{\"items\":null,\"metadata\":null}", "{\"store\":true}"})
    void emptyConversationIsCreated(String body) {
        var call = api().post(CONVERSATIONS);
        var created = (body.isEmpty() ? call : call.json(body)).send().expect(200);
        assertEquals("{}", created.json().path("metadata").toString());
        var list = api().get(ITEMS, created.at("/id")).send().expect(200);
        assertEquals(
                "{\"object\":\"list\",\"data\":[],\"first_id\":null,\"last_id\":null,\"has_more\":false}", list.text());
    }

    @Test
    void everySessionIsAConversation() {
        var id = unique("trip ☃");
        create(Json.object("id", id, "metadata", Json.object("nested", Json.object("a", 1))))
                .expect(201);
        var conversation = api().get(CONVERSATION, id).send().expect(200);
        assertEquals(id, conversation.at("/id"));
        assertEquals(1, conversation.number("/metadata/nested/a"));
    }

    @Test
    void updateReplacesTheMetadata() {
        var id = conversation();
        update(id, "{\"metadata\":{\"a\":\"1\",\"b\":\"2\"}}").expect(200);
        var updated = update(id, "{\"metadata\":{\"c\":\"3\"}}").expect(200);
        assertEquals("{\"c\":\"3\"}", updated.json().path("metadata").toString());
        assertEquals("{\"c\":\"3\"}", get(id).json().path("metadata").toString());
        assertEquals(
                "{}",
                update(id, "{\"metadata\":null}")
                        .expect(200)
                        .json()
                        .path("metadata")
                        .toString());
        error(update(id, "{}"), 400, "metadata", "missing_required_parameter");
        noConversation(update("conv_none", "{\"metadata\":{}}"), "conv_none");
    }

    private static HttpAnswer update(String id, String body) {
        return api().post(CONVERSATION, id).json(body).send();
    }

    @Test
    void deletedConversationIsGone() {
        var id = conversation();
        add(id, numbered(0, 2)).expect(200);
        var deleted = api().delete(CONVERSATION, id).send().expect(200);
        assertEquals("{\"id\":\"" + id + "\",\"object\":\"conversation.deleted\",\"deleted\":true}", deleted.text());
        noConversation(api().delete(CONVERSATION, id).send(), id);
        noConversation(api().get(CONVERSATION, id).send(), id);
        noConversation(api().get(ITEMS, id).send(), id);
        noConversation(api().get(ITEM, id, "i0").send(), id);
        noConversation(add(id, numbered(0, 1)), id);
        noConversation(add(id), id);
        api().get(SESSION, id).send().problem(404, "session-not-found");
    }

    @Test
    void refusedItemLeavesNoConversation() {
        var project = unique("p");
        var refused = api().post(CONVERSATIONS)
                .header(PROJECT, project)
                .json(items(said("a", "user", "1"), said("a", "user", "2")))
                .send();
        error(refused, 400, null, "message_exists");
        assertEquals(List.of(), list(project).all("/data", "id"));
    }

    private static HttpAnswer list(String project) {
        return in(project).send().expect(200);
    }

    private static HttpCall in(String project) {
        return api().get(CONVERSATIONS).header(PROJECT, project);
    }

    private static String created(String project, String metadata) {
        return api().post(CONVERSATIONS)
                .header(PROJECT, project)
                .json("{\"metadata\":" + metadata + "}")
                .send()
                .expect(200)
                .at("/id");
    }

    @Test
    void projectIsTheNamespace() {
        var project = unique("p");
        var id = created(project, "{}");
        assertEquals(
                project,
                api().get(SESSION, id)
                        .query("namespace", project)
                        .send()
                        .expect(200)
                        .at("/namespace"));
        noConversation(api().get(CONVERSATION, id).send(), id);
        assertEquals(
                id,
                api().get(CONVERSATION, id)
                        .header(PROJECT, project)
                        .send()
                        .expect(200)
                        .at("/id"));
        error(api().get(CONVERSATION, id).header(PROJECT, "*").send(), 400, "namespace", "invalid_id");
    }

    @Test
    void listIsInTheOrderOfCreation() {
        var project = unique("p");
        var ids = new ArrayList<String>();
        for (var i = 0; i < 5; i++) {
            ids.add(created(project, "{\"even\":\"" + (i % 2 == 0) + "\"}"));
        }
        var newest = new ArrayList<>(ids);
        java.util.Collections.reverse(newest);
        assertEquals(newest, list(project).all("/data", "id"));
        var first = in(project).query("order", "asc").query("limit", 2).send().expect(200);
        assertEquals(ids.subList(0, 2), first.all("/data", "id"));
        assertEquals(ids.get(0), first.at("/first_id"));
        assertEquals(ids.get(1), first.at("/last_id"));
        assertEquals("true", first.at("/has_more"));
        // A write to a session does not move it.
        api().post(ITEMS, ids.get(0))
                .header(PROJECT, project)
                .json(items(numbered(0, 1)))
                .send()
                .expect(200);
        var rest = in(project)
                .query("order", "asc")
                .query("after", first.at("/last_id"))
                .send()
                .expect(200);
        assertEquals(ids.subList(2, 5), rest.all("/data", "id"));
        assertEquals("false", rest.at("/has_more"));
        assertEquals(
                List.of(ids.get(1), ids.get(0)),
                in(project).query("after", ids.get(2)).send().expect(200).all("/data", "id"));
        noConversation(in(project).query("after", "conv_none").send(), "conv_none");
    }

    @Test
    void listIsFilteredByMetadata() {
        var project = unique("p");
        var red = created(project, "{\"color\":\"red\",\"size\":\"1\"}");
        created(project, "{\"color\":\"blue\",\"size\":\"1\"}");
        var other = created(project, "{\"color\":\"red\",\"size\":\"2\"}");
        assertEquals(
                List.of(other, red),
                in(project).query("metadata[color]", "red").send().expect(200).all("/data", "id"));
        var both = in(project)
                .query("metadata[color]", "red")
                .query("metadata[size]", "1")
                .send()
                .expect(200);
        assertEquals(List.of(red), both.all("/data", "id"));
        var none = in(project).query("metadata[color]", "green").send().expect(200);
        assertEquals(List.of(), none.all("/data", "id"));
        assertEquals("false", none.at("/has_more"));
        assertNull(none.at("/first_id"));
    }

    @Test
    void repeatedRequestWithAKeyCreatesOneConversation() {
        var project = unique("p");
        var call = api().post(CONVERSATIONS)
                .header(PROJECT, project)
                .header("Idempotency-Key", "k1")
                .json(items(numbered(0, 2)));
        var first = call.send().expect(200);
        var second = call.send().expect(200);
        assertEquals(first.text(), second.text());
        assertEquals("true", second.header("Idempotency-Replayed"));
        assertEquals(1, list(project).json().path("data").size());
        var elsewhere = api().post(CONVERSATIONS)
                .header(PROJECT, unique("p"))
                .header("Idempotency-Key", "k1")
                .json(items(numbered(0, 2)))
                .send()
                .expect(200);
        assertFalse(first.at("/id").equals(elsewhere.at("/id")));
        var mismatch = api().post(CONVERSATIONS)
                .header(PROJECT, project)
                .header("Idempotency-Key", "k1")
                .json(items(numbered(0, 3)))
                .send();
        error(mismatch, 400, null, "idempotency_mismatch");
    }
}
