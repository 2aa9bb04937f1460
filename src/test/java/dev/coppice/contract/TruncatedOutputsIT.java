package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Truncated tool outputs of old messages: what is kept of them, and which messages are old. */
@DatabaseNeutral
class TruncatedOutputsIT extends TurnApi {
    private static final int KEEP = 3;
    private static final int STEP = 5;

    private static String[] results(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> toolCallMessage("m" + i, i + "x".repeat(700)).replace("\"c1\"", "\"c" + i + "\""))
                .toArray(String[]::new);
    }

    private static HttpAnswer truncated(String session, String... query) {
        var call = api().get(HISTORY, session).query("toolOutputs", "truncate");
        for (int i = 0; i < query.length; i += 2) {
            call = call.query(query[i], query[i + 1]);
        }
        return call.send().expect(200);
    }

    private static List<String> messages(HttpAnswer view) {
        var messages = new ArrayList<String>();
        view.json().path("messages").forEach(message -> messages.add(message.toString()));
        return messages;
    }

    private static boolean isTruncated(String message) {
        return message.contains("[truncated ");
    }

    private static String[] window() {
        return new String[] {"keepRecent", "" + KEEP, "step", "" + STEP};
    }

    /**
     * Appends messages one by one. Each append may change old messages of the view only once in {@code STEP} appends,
     * and the newest messages are whole.
     *
     * @param lost number of messages that each append removes from the beginning of the view
     */
    private static void assertBorderMovesInSteps(String session, int lost) {
        var before = messages(truncated(session, window()));
        int moved = 0;
        for (int i = 100; i < 100 + 3 * STEP; i++) {
            append(session, results(i, i + 1)).expect(201);
            var view = messages(truncated(session, window()));
            assertEquals(before.size() + 1 - lost, view.size());
            var old = before.subList(lost, before.size());
            moved += old.equals(view.subList(0, old.size())) ? 0 : 1;
            int whole = 0;
            while (whole < view.size() && !isTruncated(view.get(view.size() - 1 - whole))) {
                whole++;
            }
            assertTrue(whole >= KEEP && whole < KEEP + STEP, whole + " whole messages after " + i);
            before = view;
        }
        assertEquals(3, moved);
    }

    @Test
    void appendsChangeOldMessagesOnceInStepMessages() {
        var id = session();
        append(id, results(0, 12)).expect(201);
        assertBorderMovesInSteps(id, 0);
    }

    @Test
    void borderMovesInStepsInForkAndAfterDeletions() {
        var source = session();
        append(source, results(0, 12)).expect(201);
        var id = ForkApi.fork(source, "m10").expect(201).at("/id");
        api().delete(MESSAGES, id)
                .query("id", "m9")
                .query("id", "m1")
                .query("id", "m10")
                .send()
                .expect(200);
        assertBorderMovesInSteps(id, 0);
    }

    /** Each append removes the oldest message. */
    @Test
    void borderMovesInStepsWithRetention() {
        var id = session();
        append(id, results(0, 12)).expect(201);
        retain(id, 12);
        assertBorderMovesInSteps(id, 1);
    }

    @Test
    void borderMovesInStepsAfterCompaction() {
        var id = session();
        append(id, results(0, 20)).expect(201);
        CompactionsIT.compact(id, "m2", "m8", "So far.").expect(201);
        assertBorderMovesInSteps(id, 0);
    }

    @Test
    void turnHasSameBorder() {
        var id = session();
        append(id, message("q", "?")).expect(201);
        append(id, results(0, 17)).expect(201);
        var history = messages(truncated(id, window()));
        var turn = turn(id, "toolOutputs", "truncate", "keepRecent", "" + KEEP, "step", "" + STEP);
        assertEquals(history, messages(turn));
        var last = turn(id, "toolOutputs", "truncate", "keepRecent", "0", "step", "1", "last", "5", "format", "openai");
        assertEquals(18, last.number("/pathLength"));
        assertEquals(17, last.text().split("truncated 7", -1).length - 1);
    }

    @Test
    void defaultsKeepFourToSevenMessages() {
        var id = session();
        append(id, results(0, 7)).expect(201);
        assertTrue(messages(truncated(id)).stream().noneMatch(TruncatedOutputsIT::isTruncated));
        append(id, results(7, 8)).expect(201);
        var view = messages(truncated(id));
        assertEquals(
                List.of(true, true, true, true, false, false, false, false),
                view.stream().map(TruncatedOutputsIT::isTruncated).toList());
        assertEquals(view, messages(truncated(id, "keepRecent", "4", "step", "4")));
        assertEquals(view.subList(2, 8), messages(truncated(id, "last", "6")));
    }

    /** All messages of an older page are old. */
    @Test
    void pageBeforeMessageIsTruncated() {
        var id = session();
        append(id, results(0, 6)).expect(201);
        var page = messages(truncated(id, "before", "m5", "keepRecent", "1000"));
        assertEquals(5, page.size());
        assertTrue(page.stream().allMatch(TruncatedOutputsIT::isTruncated));
    }

    @Test
    void shortValuesOfOutputSurviveLongText() {
        var id = session();
        var output = Json.object("stdout", "x".repeat(5000), "stderr", "warning: 1", "totalLines", 4711, "ok", true);
        append(
                        id,
                        """
                        {"id":"a","role":"assistant","parts":[{"type":"tool-bash","toolCallId":"c","state":"output-available",\
                        "input":{},"output":%s}]}"""
                                .formatted(output))
                .expect(201);
        var view = truncated(id, "keepRecent", "0", "step", "1").json().at("/messages/0/parts/0/output");
        assertEquals("warning: 1", Json.text(view.path("stderr")));
        assertEquals(4711, view.path("totalLines").asInt());
        assertTrue(view.path("ok").asBoolean());
        assertTrue(Json.text(view.path("stdout")).endsWith("x… [truncated 5000 chars]"), view.toString());
        assertTrue(view.toString().length() < 510, view.toString());
    }

    @ParameterizedTest
    @CsvSource({"keepRecent,-1", "keepRecent,1001", "keepRecent,x", "step,0", "step,1001", "step,''"})
    void invalidWindowIsRefused(String name, String value) {
        var id = session();
        api().get(HISTORY, id)
                .query("toolOutputs", "truncate")
                .query(name, value)
                .send()
                .problem(400, "out-of-range");
        requestTurn(id, "toolOutputs", "truncate", name, value).problem(400, "out-of-range");
    }
}
