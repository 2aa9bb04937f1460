package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compactions by the client that extend an earlier compaction: the new summary replaces the earlier one. */
class ExtendedCompactionIT extends Contract {
    private static HttpAnswer extend(String session, String from, String to) {
        return api().post(CompactionsIT.COMPACTIONS, session)
                .json(Json.object("fromMessageId", from, "toMessageId", to, "summary", "Extended.", "extend", true))
                .send();
    }

    /** An earlier compaction replaces {@code m2} to {@code m4}. */
    @ParameterizedTest
    @CsvSource({"m5,m7,m2", "m3,m7,m2", "m4,m4,m2", "m2,m7,m2", "m6,m7,m6", "m1,m7,m1"})
    void extendedRangeStartsAtAdjacentOrOverlappedCompaction(String from, String to, String start) {
        var id = sessionWithMessages(10);
        CompactionsIT.addSummary(id, "m2", "m4", "First.");
        var extended = extend(id, from, to).expect(201);
        assertEquals(start, extended.at("/fromMessageId"));
        assertEquals(to, extended.at("/toMessageId"));
        var path = path(id);
        assertTrue(path.contains("compaction_" + extended.at("/id")), path.toString());
        assertEquals(
                from.equals("m6") ? 2 : 1,
                path.stream().filter(m -> m.startsWith("compaction_")).count());
        CompactionsIT.assertTokensAgree(id);
    }

    @Test
    void withoutExtendEarlierSummaryStays() {
        var id = sessionWithMessages(10);
        var first = CompactionsIT.addSummary(id, "m2", "m4", "First.");
        var second = CompactionsIT.addSummary(id, "m5", "m7", "Second.");
        assertEquals(List.of("m0", "m1", first, second, "m8", "m9"), path(id));
    }

    @Test
    void extendSkipsDeletedMessagesAndTakesOneCompaction() {
        var id = sessionWithMessages(12);
        var first = CompactionsIT.addSummary(id, "m1", "m2", "First.");
        CompactionsIT.addSummary(id, "m3", "m4", "Second.");
        for (var deleted : List.of("m4", "m5", "m3")) {
            api().delete(MESSAGE, id, deleted).send().expect(204);
        }
        var extended = extend(id, "m6", "m7").expect(201);
        assertEquals("m3", extended.at("/fromMessageId"));
        assertEquals(2, extended.number("/messages"));
        assertEquals(List.of("m0", first, "compaction_" + extended.at("/id"), "m8"), path(id).subList(0, 4));
        var summary = extend(id, "compaction_" + extended.at("/id"), "m8").expect(201);
        assertEquals("m3", summary.at("/fromMessageId"));
        CompactionsIT.assertTokensAgree(id);
    }

    @Test
    void extendChecksCallsOfTheWholeRange() {
        var id = session();
        append(
                        id,
                        message("m0", "a"),
                        "{\"id\":\"c\",\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}",
                        "{\"id\":\"r\",\"role\":\"tool\",\"tool_call_id\":\"t1\",\"content\":\"done\"}",
                        message("m1", "b"),
                        message("m2", "c"))
                .expect(201);
        CompactionsIT.addSummary(id, "c", "r", "First.");
        CompactionsIT.compact(id, "r", "m1", "S").problem(422, "invalid-range");
        assertEquals("c", extend(id, "r", "m1").expect(201).at("/fromMessageId"));
    }

    @Test
    void forkExtendsInheritedCompaction() {
        var id = sessionWithMessages(10);
        CompactionsIT.addSummary(id, "m2", "m4", "First.");
        var fork = ForkApi.fork(id, null).expect(201).at("/id");
        var extended = extend(fork, "m5", "m7").expect(201);
        assertEquals("m2", extended.at("/fromMessageId"));
        assertEquals(List.of("m0", "m1", "compaction_" + extended.at("/id"), "m8", "m9"), path(fork));
        assertEquals(8, path(id).size());
    }
}
