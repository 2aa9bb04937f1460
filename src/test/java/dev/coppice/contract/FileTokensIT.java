package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files in messages count as tokens by their kind and size, wherever tokens are counted. */
@DatabaseNeutral
class FileTokensIT extends TurnApi {
    /** An image of 1,200 x 800 pixels counts 1,280 tokens; this one has 600 KB in base64. */
    private static final String PNG = "iVBORw0KGgoAAAANSUhEUgAABLAAAAMgCAYAAAA" + "A".repeat(600_001);

    private static final long IMAGE = 1280;
    private static final long MESSAGE_TOKENS = 4;

    private static String image(String id) {
        return """
                {"id":%s,"role":"user","parts":[{"type":"file","mediaType":"image/png","url":"data:image/png;base64,%s"}]}"""
                .formatted(Json.quote(id), PNG);
    }

    @Test
    void imageIsCountedInAppendEntryAndSession() {
        var id = session();
        var answer = append(id, image("a"), message("b", "assistant", "A cat.")).expect(201);
        assertEquals(MESSAGE_TOKENS + IMAGE, answer.number("/appended/0/tokens"));
        assertEquals(MESSAGE_TOKENS + IMAGE, entry(id, "a").number("/tokens"));
        assertTrue(entry(id, "a").number("/bytes") > 600_000);
        assertEquals(answer.number("/tokens"), get(id).number("/tokens"));
        api().put(MESSAGE, id, "a").json(message("a", "No image.")).send().expect(200);
        assertTrue(get(id).number("/tokens") < 30);
        api().put(MESSAGE, id, "a").json(image("a")).send().expect(200);
        assertEquals(answer.number("/tokens"), get(id).number("/tokens"));
    }

    @Test
    void imageIsCountedInWindowsAndTurns() {
        var id = session();
        append(id, message("q", "?"), image("a"), message("b", "assistant", "A cat."))
                .expect(201);
        long last = entry(id, "b").number("/tokens");
        var window = api().get(HISTORY, id)
                .query("maxTokens", last + MESSAGE_TOKENS + IMAGE - 1)
                .send()
                .expect(200);
        assertEquals(List.of("b"), window.all("/messages", "id"));
        for (var format : List.of("openai", "openai-responses", "anthropic", "ai-sdk", "agentscope")) {
            long tokens = turn(id, "format", format).number("/tokens/history");
            assertTrue(tokens > IMAGE && tokens < IMAGE + 100, format + ": " + tokens);
        }
    }

    @Test
    void base64InOutputOfToolIsNotCountedAsText() {
        var id = session();
        append(
                        id,
                        """
                        {"id":"a","role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":[{"type":"image",\
                        "source":{"type":"base64","media_type":"image/png","data":"%s"}}]}]}"""
                                .formatted(PNG),
                        """
                        {"id":"b","role":"tool","tool_call_id":"d","content":"{\\"page\\":\\"data:image/png;base64,%s\\"}"}"""
                                .formatted(PNG))
                .expect(201);
        for (var message : List.of("a", "b")) {
            long tokens = entry(id, message).number("/tokens");
            assertTrue(tokens >= IMAGE && tokens < IMAGE + 20, message + ": " + tokens);
        }
    }

    /** Files count for the threshold of automatic compaction, too. */
    @Test
    void imagesTriggerAutomaticCompaction() {
        var agent = unique("agent");
        api().put("/v1/agents/{}", agent)
                .json(
                        "{\"compaction\":{\"compactAfter\":3000,\"protectHead\":1,\"tailTokenBudget\":1500,\"mode\":\"sync\"}}")
                .send()
                .expect(201);
        var id = unique("s");
        create(Json.object("id", id, "agent", agent)).expect(201);
        append(id, message("q", "Look."), image("a")).expect(201);
        append(id, message("b", "assistant", "A cat."), message("c", "And this one?"))
                .expect(201);
        assertEquals(4, history(id).json().path("messages").size());
        var answer = append(id, image("d"), message("e", "assistant", "A dog."), image("f"))
                .expect(201);
        assertTrue(
                answer.json().at("/compaction/compacted").asBoolean()
                        || history(id).json().path("messages").size() < 7,
                answer.text());
    }
}
