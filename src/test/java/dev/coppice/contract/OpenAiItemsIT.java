package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items of conversations: what is added is returned unchanged, and is a message for all other routes. */
class OpenAiItemsIT extends OpenAiApi {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"a\", \"type\":\"message\",\"role\":\"user\",\"status\":\"completed\",\"content\":[{\"type\":\"input_image\",\"image_url\":\"https://x.example/a.png\",\"detail\":\"low\"}]}",
                "{\"id\":\"a\",\"type\":\"message\",\"role\":\"discriminator\",\"status\":\"in_progress\",\"content\":[ ],\"phase\":\"commentary\",\"x\":1e400}",
                "{\"id\":\"a\",\"type\":\"message\",\"role\":\"assistant\",\"status\":\"x\",\"content\":[{\"type\":\"future\",\"a\":[null]}],\"createdAt\":\"2026-03-01T10:00:00.000Z\"}",
                "{\"type\":\"function_call\",\"id\":\"a\",\"call_id\":\"c\",\"name\":\"w\",\"arguments\":\"{\\\"q\\\":\\u00221\\\"}\",\"status\":\"completed\"}",
                "{\"type\":\"message\",\"id\":\"a\",\"role\":\"assistant\",\"content\":[{\"type\":\"reasoning_text\",\"text\":\"hm\"},{\"type\":\"text\",\"text\":\"x\"}],\"status\":\"completed\"}",
                "{\"type\":\"reasoning\",\"id\":\"a\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"hm\"}],\"encrypted_content\":\"e\"}",
                "{\"type\":\"computer_call_output\",\"id\":\"a\",\"call_id\":\"c\",\"output\":{\"type\":\"computer_screenshot\",\"image_url\":\"data:,\"},\"status\":\"completed\"}",
                "{\"type\":\"mcp_approval_response\",\"id\":\"a\",\"approval_request_id\":\"r\",\"approve\":true}",
                "{\"type\":\"not yet known\",\"id\":\"a\",\"role\":null,\"content\":\"text\",\"createdAt\":0}"
            })
    void itemIsReturnedByteForByte(String item) {
        var id = conversation();
        var created = add(id, item).expect(200);
        assertEquals(
                "{\"object\":\"list\",\"data\":[" + item + "],\"first_id\":\"a\",\"last_id\":\"a\",\"has_more\":false}",
                created.text());
        assertEquals(created.text(), api().get(ITEMS, id).send().expect(200).text());
        assertEquals(item, api().get(ITEM, id, "a").send().expect(200).text());
    }

    /** The session has removed its oldest message. An item that gets its id now cannot be that one. */
    @Test
    void newItemBeforeStoredOneIsStored() {
        var id = conversation();
        api().patch(SESSION, id).json("{\"maxMessages\":2}").send().expect(200);
        for (var item : List.of("a", "b", "c")) {
            add(id, "{\"id\":\"" + item + "\",\"role\":\"user\",\"content\":\"Hi\"}")
                    .expect(200);
        }
        var answer = add(
                        id,
                        "{\"role\":\"user\",\"content\":\"New\"}",
                        "{\"id\":\"c\",\"role\":\"user\",\"content\":\"Hi\"}")
                .expect(200);
        assertEquals(
                answer.json().at("/data/0").toString(),
                api().get(ITEM, id, answer.at("/data/0/id")).send().expect(200).text());
    }

    @Test
    void missingMembersAreFilled() {
        var id = conversation();
        var created = add(
                        id,
                        "{\"role\":\"user\",\"content\":\"Hi\"}",
                        "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hello\"}]}",
                        "{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"w\",\"arguments\":\"{}\"}",
                        "{\"type\":\"web_search_call\",\"action\":{\"type\":\"search\",\"query\":\"q\"}}",
                        "{\"type\":\"reasoning\",\"summary\":[]}")
                .expect(200);
        assertEquals("message", created.at("/data/0/type"));
        assertEquals(
                "[{\"type\":\"input_text\",\"text\":\"Hi\"}]",
                created.json().at("/data/0/content").toString());
        assertEquals("[]", created.json().at("/data/1/content/0/annotations").toString());
        assertEquals("[]", created.json().at("/data/1/content/0/logprobs").toString());
        var patterns = List.of("msg_", "msg_", "fc_", "ws_", "rs_");
        for (var i = 0; i < patterns.size(); i++) {
            var itemId = created.at("/data/" + i + "/id");
            assertTrue(itemId.matches(patterns.get(i) + "[0-9a-f]{48}"), itemId);
            assertEquals(i == 4 ? null : "completed", created.at("/data/" + i + "/status"));
        }
        assertEquals(
                created.json().path("data"),
                api().get(ITEMS, id)
                        .query("order", "asc")
                        .query("include[]", "reasoning.encrypted_content")
                        .query("include", "message.output_text.logprobs")
                        .send()
                        .expect(200)
                        .json()
                        .path("data"));
    }

    @Test
    void messageItemIsStoredVerbatim() {
        var id = conversation();
        var item =
                "{\"id\":\"m\",\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"Hi\"}]}";
        add(id, item, call("f", "c")).expect(200);
        var message = history(id).json().at("/messages/0");
        var time = Json.text(message.path("createdAt"));
        assertEquals(item.replaceFirst("}$", ",\"createdAt\":\"" + time + "\"}"), message.toString());
        var around = history(id).json().at("/messages/1");
        assertEquals("assistant", Json.text(around.path("role")));
        assertEquals(Json.parse(call("f", "c")), around.at("/content/0"));
        assertEquals("f", Json.text(around.path("id")));
    }

    @Test
    void itemsOfARequestAreAddedTogetherOrNotAtAll() {
        var id = conversation();
        add(id, said("a", "user", "1")).expect(200);
        error(add(id, said("b", "user", "2"), said("a", "user", "other")), 400, null, "message_exists");
        error(
                add(id, said("b", "user", "2"), "{\"type\":\"message\",\"role\":\"user\"}"),
                400,
                "items[1]",
                "invalid_message");
        noItem(add(id, said("b", "user", "2"), "{\"type\":\"item_reference\",\"id\":\"none\"}"), "none");
        assertEquals(ids("a"), allIds(id));
    }

    @Test
    void thousandItemsAreOneRequest() {
        var id = conversation();
        var created = add(id, numbered(0, 1000)).expect(200);
        assertEquals(1000, created.json().path("data").size());
        assertEquals("i999", created.at("/last_id"));
        var refused = add(id, numbered(0, 1001));
        error(refused, 400, "items", "array_above_max_length");
        assertEquals(
                "Invalid 'items': array too long. Expected an array with maximum length 1000, but got an array with length 1001 instead.",
                refused.at("/error/message"));
        assertEquals(1000, get(id).number("/messageCount"));
    }

    @Test
    void repeatedItemIsAddedOnce() {
        var id = conversation();
        add(id, call("f", "c"), said("a", "assistant", "x")).expect(200);
        var again = add(id, call("f", "c"), said("b", "assistant", "y")).expect(200);
        assertEquals(ids("f", "b"), again.all("/data", "id"));
        assertEquals(ids("f", "a", "b"), allIds(id));
        var keyed = api().post(ITEMS, id)
                .header("Idempotency-Key", "k")
                .json(items("{\"role\":\"user\",\"content\":\"once\"}"));
        assertEquals(keyed.send().expect(200).text(), keyed.send().expect(200).text());
        assertEquals(4, get(id).number("/messageCount"));
    }

    /** The answer is stored under the key, so it must fit into one row. */
    @Test
    void requestWithAKeyIsSmaller() {
        var id = conversation();
        var large = items(said("a", "user", "x".repeat(3 << 20)), said("b", "user", "x".repeat(3 << 20)));
        error(api().post(ITEMS, id).header("Idempotency-Key", "k").json(large).send(), 413, null, "too_large");
        assertEquals(ids(), allIds(id));
        api().post(ITEMS, id).json(large).send().expect(200);
    }

    @Test
    void referenceIsTheItemOfTheConversation() {
        var id = conversation();
        add(id, call("f", "c")).expect(200);
        var answer = add(
                        id,
                        said("a", "user", "x"),
                        "{\"type\":\"item_reference\",\"id\":\"f\"}",
                        "{\"id\":\"a\"}",
                        "{\"type\":null,\"id\":\"f\"}")
                .expect(200);
        assertEquals(ids("a", "f", "a", "f"), answer.all("/data", "id"));
        assertEquals(Json.parse(call("f", "c")), answer.json().at("/data/1"));
        assertEquals(ids("f", "a"), allIds(id));
    }

    @Test
    void deletedItemIsGone() {
        var id = conversation();
        add(id, numbered(0, 3)).expect(200);
        var deleted = api().delete(ITEM, id, "i1").send().expect(200);
        assertEquals("i1", deleted.at("/id"));
        assertEquals("conversation.item.deleted", deleted.at("/object"));
        assertEquals("true", deleted.at("/deleted"));
        assertEquals(
                api().get(CONVERSATION, id).send().expect(200).number("/created_at"), deleted.number("/created_at"));
        assertEquals("{}", deleted.json().path("metadata").toString());
        assertEquals(ids("i0", "i2"), allIds(id));
        noItem(api().delete(ITEM, id, "i1").send(), "i1");
        noItem(api().get(ITEM, id, "i1").send(), "i1");
        noItem(api().get(ITEM, id, "i2~2").send(), "i2~2");
    }

    @Test
    void endedSessionRefusesItems() {
        var id = conversation();
        add(id, numbered(0, 1)).expect(200);
        api().post(SESSION + "/split", id).json("{\"summary\":\"s\"}").send().expect(201);
        error(add(id, said("x", "user", "x")), 400, null, "session_ended");
    }

    /** The items of a turn with parallel calls, more than OpenAI accepts in one request. */
    @Test
    void turnGivesTheItemsBack() {
        var id = conversation();
        var items = new ArrayList<>(List.of(said("u", "user", "Compare eleven cities.")));
        for (var i = 0; i < 11; i++) {
            items.add(call("f" + i, "c" + i));
        }
        for (var i = 0; i < 11; i++) {
            items.add(output("o" + i, "c" + i, i + " °C"));
        }
        items.add(said("a", "assistant", "Done.").replace("\"id\"", "\"phase\":\"final_answer\",\"id\""));
        add(id, items.toArray(String[]::new)).expect(200);
        var turn = api().get(SESSION + "/turn", id)
                .query("format", "openai-responses")
                .send()
                .expect(200);
        assertEquals(
                Json.parse("[" + String.join(",", items) + "]"), turn.json().path("input"));
        assertEquals("[]", turn.json().path("diagnostics").toString());
        var chat = api().get(SESSION + "/turn", id)
                .query("format", "openai")
                .send()
                .expect(200);
        assertEquals(11, chat.json().at("/messages/1/tool_calls").size());
    }
}
