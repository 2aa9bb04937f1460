package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of the part of a history that begins with a message: {@code from} and {@code first}. */
class ForwardHistoryIT extends CompactionApi {

    private static HttpAnswer part(String session, String... parameters) {
        var call = api().get(HISTORY, session);
        for (int i = 0; i < parameters.length; i += 2) {
            call.query(parameters[i], parameters[i + 1]);
        }
        return call.send();
    }

    private static List<String> messageIds(HttpAnswer answer) {
        return answer.expect(200).all("/messages", "id");
    }

    /** Reads a path forwards from a message to its end, {@code size} messages per page. */
    private static List<String> idsFrom(String session, String leaf, String from, int size, boolean raw) {
        var all = new ArrayList<String>();
        for (var next = from; next != null; ) {
            var page = part(session, "leafId", leaf, "from", next, "first", "" + size, "raw", "" + raw);
            var ids = messageIds(page);
            all.addAll(ids);
            assertTrue(ids.size() <= size);
            next = page.json().has("next") ? page.at("/next") : null;
            assertTrue(all.size() < 1000, "Paging does not end");
        }
        return all;
    }

    @Test
    void partBeginsWithTheMessage() {
        var id = sessionWithMessages(6);
        var part = part(id, "from", "m2", "first", "2");
        assertEquals(List.of("m2", "m3"), messageIds(part));
        assertEquals("m4", part.at("/next"));
        assertEquals("m5", part.at("/leafId"));
        assertEquals(6, part.number("/pathLength"));
        assertEquals("m2", part.at("/before"));
        assertTrue(part.json().path("truncated").asBoolean());
        assertEquals(entry(id, "m2").number("/tokens") + entry(id, "m3").number("/tokens"), part.number("/tokens"));
    }

    @Test
    void partWithoutLimitEndsWithTheLeaf() {
        var part = part(sessionWithMessages(6), "from", "m3");
        assertEquals(List.of("m3", "m4", "m5"), messageIds(part));
        assertFalse(part.json().has("next"));
    }

    @Test
    void partFromTheRootIsNotTruncated() {
        var part = part(sessionWithMessages(3), "from", "m0", "first", "3");
        assertEquals(List.of("m0", "m1", "m2"), messageIds(part));
        assertFalse(part.json().path("truncated").asBoolean());
        assertFalse(part.json().has("before"));
        assertFalse(part.json().has("next"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 20})
    void forwardPagesCoverThePath(int size) {
        var id = sessionWithMessages(17);
        assertEquals(path(id).subList(4, 17), idsFrom(id, "m16", "m4", size, false));
    }

    @Test
    void messageOfAnotherBranchSelectsTheBranchThatBeganLastBelow() {
        var id = sessionWithMessages(4);
        appendUnder(id, "m1", message("a1", "first"), message("a2", "first")).expect(201);
        appendUnder(id, "a1", message("b1", "second"), message("b2", "second")).expect(201);
        appendUnder(id, "m3", message("m4", "on the trunk again")).expect(201);
        var part = part(id, "from", "a1");
        assertEquals(List.of("a1", "b1", "b2"), messageIds(part));
        assertEquals("b2", part.at("/leafId"));
        assertEquals(List.of("a1", "a2"), messageIds(part(id, "from", "a1", "leafId", "a2")));
        assertEquals(List.of("m1", "m2", "m3", "m4"), messageIds(part(id, "from", "m1")));
        part(id, "from", "a1", "leafId", "m4").problem(404, "message-not-found");
    }

    @Test
    void messageBehindASummarySelectsTheSummary() {
        var id = sessionWithMessages(10);
        var summary = summarize(id, "m2", "m6");
        assertEquals(List.of(summary, "m7"), messageIds(part(id, "from", "m4", "first", "2")));
        assertEquals(List.of(summary, "m7"), messageIds(part(id, "from", summary, "first", "2")));
        assertEquals(List.of("m4", "m5"), messageIds(part(id, "from", "m4", "first", "2", "raw", "true")));
        assertEquals(summary, part(id, "from", "m1", "first", "1").at("/next"));
        assertEquals(summary, part(id, "from", "m4").at("/before"));
    }

    @Test
    void summaryOfDeletedMessagesIsOlderThanThePart() {
        var id = sessionWithMessages(6);
        var summary = summarize(id, "m0", "m2");
        for (var deleted : List.of("m0", "m1", "m2")) {
            api().delete(MESSAGE, id, deleted).send().expect(204);
        }
        var part = part(id, "from", "m3");
        assertEquals(List.of("m3", "m4", "m5"), messageIds(part));
        assertTrue(part.json().path("truncated").asBoolean());
        assertEquals("m3", part.at("/before"));
        assertEquals(List.of(summary), messageIds(part(id, "before", "m3")));
        for (var whole : List.of(part(id, "from", summary), part(id, "from", "m3", "raw", "true"))) {
            assertFalse(whole.json().path("truncated").asBoolean());
            assertFalse(whole.json().has("before"));
        }
    }

    @Test
    void partsOfRandomPathsAreTheirEnds() {
        var random = new SplittableRandom(17);
        for (int round = 0; round < 6; round++) {
            var id = sessionWithMessages(8);
            for (int i = 8; i < 30; i++) {
                var parent = "m" + (random.nextInt(4) > 0 ? i - 1 : random.nextInt(i));
                appendUnder(id, parent, message("m" + i, "message " + i)).expect(201);
            }
            appendMessages(id, 30, 36); // so that the path is long enough for a summary
            if (round % 2 == 0) {
                summarize(id, path(id).get(1), path(id).get(3));
            }
            for (int i = 0; i < 3; i++) {
                var path = path(id);
                api().delete(MESSAGE, id, path.get(random.nextInt(path.size() - 1)))
                        .send();
            }
            assertParts(id, false);
            assertParts(id, true);
        }
    }

    private static void assertParts(String id, boolean raw) {
        var whole = part(id, "raw", "" + raw);
        var path = messageIds(whole);
        for (int i = 0; i < path.size(); i++) {
            assertEquals(
                    path.subList(i, path.size()), idsFrom(id, whole.at("/leafId"), path.get(i), 3, raw), path.get(i));
        }
    }

    @ParameterizedTest
    @CsvSource({"last,1", "before,m2", "maxTokens,5", "maxBytes,5", "toolOutputs,truncate"})
    void fromExcludesLimitsAtTheEnd(String name, String value) {
        part(sessionWithMessages(3), "from", "m1", name, value).problem(400, "malformed");
    }

    @Test
    void firstNeedsFrom() {
        part(sessionWithMessages(3), "first", "1").problem(400, "malformed");
        part(sessionWithMessages(3), "from", "m1", "first", "0").problem(400, "out-of-range");
    }

    @Test
    void unknownMessageIsNotFound() {
        part(sessionWithMessages(3), "from", "m7").problem(404, "message-not-found");
        part(session(), "from", "m7").problem(404, "message-not-found");
    }

    /** Summaries stay when the messages that they replace are deleted, but they are on no path then. */
    @Test
    void summaryWithoutMessagesIsNotFound() {
        var id = sessionWithMessages(10);
        var summary = summarize(id, "m2", "m6");
        for (int n = 0; n < 10; n++) {
            api().delete(MESSAGE, id, "m" + n).send().expect(204);
        }
        part(id, "from", summary).problem(404, "message-not-found");
        part(id, "from", summary, "raw", "true").problem(404, "message-not-found");
        part(id, "before", summary).problem(404, "message-not-found");
        assertEquals(List.of(), messageIds(part(id).expect(200)));
    }

    @Test
    void partCanBeConverted() {
        var part = part(sessionWithMessages(4), "from", "m2", "format", "openai");
        assertEquals(2, part.expect(200).json().path("messages").size());
    }

    private static String summarize(String session, String from, String to) {
        var body = Json.object();
        body.put("fromMessageId", from).put("toMessageId", to).put("summary", "What was said.");
        return "compaction_"
                + api().post("/v1/sessions/{}/compactions", session)
                        .json(body)
                        .send()
                        .expect(201)
                        .at("/id");
    }
}
