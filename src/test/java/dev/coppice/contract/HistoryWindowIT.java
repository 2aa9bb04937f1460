package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of a part of a history: its last messages, limited by count, tokens or bytes, and the pages before them. */
class HistoryWindowIT extends Contract {

    private static HttpAnswer window(String session, String... parameters) {
        var call = api().get(HISTORY, session);
        for (var i = 0; i < parameters.length; i += 2) {
            call.query(parameters[i], parameters[i + 1]);
        }
        return call.send();
    }

    private static List<String> ids(String session, String... parameters) {
        return window(session, parameters).expect(200).all("/messages", "id");
    }

    /** Reads the whole path backwards, {@code size} messages per page; returns the ids from root to leaf. */
    private static List<String> idsOfAllPages(String session, String leaf, int size) {
        var all = new ArrayList<String>();
        String before = null;
        do {
            var answer = before == null
                    ? window(session, "leafId", leaf, "last", "" + size)
                    : window(session, "leafId", leaf, "last", "" + size, "before", before);
            answer.expect(200);
            all.addAll(0, answer.all("/messages", "id"));
            var truncated = answer.json().path("truncated").asBoolean();
            assertEquals(truncated, answer.json().has("before"));
            before = truncated ? answer.at("/before") : null;
            assertTrue(all.size() < 10_000, "Paging does not end");
        } while (before != null);
        return all;
    }

    @Test
    void lastReturnsEndOfPath() {
        var id = sessionWithMessages(6);
        var window = window(id, "last", "2").expect(200);
        assertEquals(List.of("m4", "m5"), window.all("/messages", "id"));
        assertTrue(window.json().path("truncated").asBoolean());
        assertEquals("m4", window.at("/before"));
        assertEquals(6, window.number("/pathLength"));
        assertEquals("m5", window.at("/leafId"));
        assertEquals(entry(id, "m4").number("/tokens") + entry(id, "m5").number("/tokens"), window.number("/tokens"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "7", "1000000", "2147483647"})
    void windowAsLargeAsPathIsNotTruncated(String last) {
        var window = window(sessionWithMessages(6), "last", last).expect(200);
        assertEquals(6, window.json().path("messages").size());
        assertFalse(window.json().path("truncated").asBoolean());
        assertFalse(window.json().has("before"));
    }

    @Test
    void beforeIsExclusive() {
        var id = sessionWithMessages(6);
        assertEquals(List.of("m2", "m3"), ids(id, "last", "2", "before", "m4"));
        assertEquals(List.of("m0", "m1", "m2"), ids(id, "before", "m3"));
        assertEquals(List.of("m0"), ids(id, "last", "5", "before", "m1"));
        assertFalse(
                window(id, "last", "5", "before", "m1").json().path("truncated").asBoolean());
    }

    @Test
    void windowBeforeRootIsEmpty() {
        var window = window(sessionWithMessages(3), "before", "m0").expect(200);
        assertEquals(0, window.json().path("messages").size());
        assertFalse(window.json().path("truncated").asBoolean());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 20})
    void backwardPagesCoverWholePath(int size) {
        var id = sessionWithMessages(17);
        assertEquals(path(id), idsOfAllPages(id, "m16", size));
    }

    @Test
    void pagesContinueAcrossBranches() {
        var id = sessionWithMessages(4);
        appendUnder(id, "m2", message("a0", "a"), message("a1", "a"), message("a2", "a"))
                .expect(201);
        appendUnder(id, "a1", message("b0", "b"), message("b1", "b")).expect(201);
        appendUnder(id, "b0", message("c0", "c")).expect(201);
        var expected = List.of("m0", "m1", "m2", "a0", "a1", "b0", "c0");
        assertEquals(expected, path(id, "c0"));
        for (var size = 1; size < 9; size++) {
            assertEquals(expected, idsOfAllPages(id, "c0", size), "pages of " + size);
        }
    }

    @Test
    void deletedMessagesAreNotCountedInWindow() {
        var id = sessionWithMessages(12);
        appendUnder(id, "m8", message("x0", "x"), message("x1", "x"), message("x2", "x"))
                .expect(201);
        for (var deleted : List.of("m1", "m4", "m5", "m8", "x1")) {
            api().delete(MESSAGE, id, deleted).send().expect(204);
        }
        var expected = List.of("m0", "m2", "m3", "m6", "m7", "x0", "x2");
        assertEquals(expected, path(id, "x2"));
        for (var size = 1; size < 9; size++) {
            assertEquals(expected, idsOfAllPages(id, "x2", size), "pages of " + size);
        }
        assertEquals(List.of("m7", "x0", "x2"), ids(id, "leafId", "x2", "last", "3"));
        assertEquals(7, window(id, "leafId", "x2", "last", "3").number("/pathLength"));
    }

    @Test
    void maxTokensIsInclusive() {
        var id = sessionWithMessages(5);
        var tokensOfThree = sumOfTokens(id, "m2", "m3", "m4");
        assertEquals(List.of("m2", "m3", "m4"), ids(id, "maxTokens", "" + tokensOfThree));
        assertEquals(List.of("m3", "m4"), ids(id, "maxTokens", "" + (tokensOfThree - 1)));
        assertEquals(List.of("m0", "m1"), ids(id, "maxTokens", "" + sumOfTokens(id, "m0", "m1"), "before", "m2"));
    }

    private static long sumOfTokens(String session, String... ids) {
        var sum = 0L;
        for (var id : ids) {
            sum += entry(session, id).expect(200).number("/tokens");
        }
        return sum;
    }

    @Test
    void maxBytesCountsUtf8BytesOfBodiesAndIsInclusive() {
        var id = session();
        var messages = new String[] {message("a", "plain"), message("b", "ümläut 🌳"), message("c", "end")};
        append(id, messages).expect(201);
        var bytesOfTwo = bytes(messages[1]) + bytes(messages[2]);
        assertEquals(List.of("b", "c"), ids(id, "maxBytes", "" + bytesOfTwo));
        assertEquals(List.of("c"), ids(id, "maxBytes", "" + (bytesOfTwo - 1)));
        assertEquals(List.of("a", "b", "c"), ids(id, "maxBytes", "" + (bytesOfTwo + bytes(messages[0]))));
    }

    private static int bytes(String message) {
        return message.getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void leafIsReturnedEvenIfItExceedsBounds() {
        var id = sessionWithMessages(3);
        assertEquals(List.of("m2"), ids(id, "maxTokens", "1"));
        assertEquals(List.of("m2"), ids(id, "maxBytes", "1"));
        assertEquals(List.of("m1"), ids(id, "maxBytes", "1", "leafId", "m1"));
        assertTrue(window(id, "maxBytes", "1").json().path("truncated").asBoolean());
    }

    @Test
    void tightestBoundApplies() {
        var id = sessionWithMessages(8);
        assertEquals(List.of("m7"), ids(id, "last", "5", "maxTokens", "1", "maxBytes", "1000000"));
        assertEquals(List.of("m6", "m7"), ids(id, "last", "2", "maxTokens", "1000000", "maxBytes", "1000000"));
        assertEquals(8, ids(id, "last", "100", "maxTokens", "1000000").size());
    }

    @Test
    void updatedMessageCountsWithNewSize() {
        var id = sessionWithMessages(4);
        var large = message("m2", "x".repeat(5_000));
        api().put(MESSAGE, id, "m2").json(large).send().expect(200);
        assertEquals(List.of("m3"), ids(id, "maxBytes", "4000"));
        var bytesOfBoth = bytes(large) + bytes(message("m3", "assistant", "text 3"));
        assertEquals(List.of("m2", "m3"), ids(id, "maxBytes", "" + bytesOfBoth));
        assertEquals(List.of("m3"), ids(id, "maxTokens", "" + (sumOfTokens(id, "m2", "m3") - 1)));
        assertEquals(List.of("m2", "m3"), ids(id, "maxTokens", "" + sumOfTokens(id, "m2", "m3")));
    }

    @ParameterizedTest
    @CsvSource({"last,0", "last,-1", "maxTokens,0", "maxTokens,-5", "maxBytes,0", "maxBytes,-1"})
    void boundOutOfRangeIsRefused(String parameter, String value) {
        window(sessionWithMessages(1), parameter, value).problem(400, "out-of-range");
    }

    @ParameterizedTest
    @CsvSource({"last,many", "last,''", "last,1.5", "maxBytes,1e3", "raw,perhaps"})
    void malformedParameterIsRefused(String parameter, String value) {
        assertEquals(400, window(sessionWithMessages(1), parameter, value).status());
    }

    @Test
    void unknownBeforeIsNotFound() {
        window(sessionWithMessages(2), "before", "nobody").problem(404, "message-not-found");
    }
}
