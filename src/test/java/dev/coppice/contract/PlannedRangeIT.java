package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Summaries for a planned range that has changed since are refused, if they name the range's version. */
class PlannedRangeIT extends CompactionApi {
    /** A summarizer that does not exist: a plan does not need it. */
    private static final String NO_SUMMARIZER = ",'summarizer':'nobody'";

    @Test
    void summaryForChangedRangeIsRefused() {
        var id = sessionWithCompaction(NO_SUMMARIZER);
        talk(id, 0, 20);
        var plan = plan(id);
        api().put(MESSAGE, id, "m5").json(message("m5", "changed")).send().expect(200);
        answerPlan(id, plan, "Old.").problem(409, "compaction-conflict");
        var afterUpdate = plan(id);
        api().delete(MESSAGE, id, "m6").send().expect(204);
        answerPlan(id, afterUpdate, "Old.").problem(409, "compaction-conflict");
        var afterDelete = plan(id);
        api().delete(MESSAGE, id, "m2").send().expect(204);
        answerPlan(id, afterDelete, "Old.").problem(409, "compaction-conflict");
        var last = plan(id);
        CompactionsIT.addSummary(id, "m7", "m8", "Another one.");
        answerPlan(id, last, "Old.").problem(409, "compaction-conflict");
        addCompaction(id, "fromMessageId", "m3", "toMessageId", "m9", "summary", "S", "expectedRangeVersion", "x")
                .problem(409, "compaction-conflict");
        answerPlan(id, plan(id), "New.").expect(201);
    }

    @Test
    void summaryForUndonePreviousSummaryIsRefused() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        var first = compact(id).expect(200).at("/compaction/id");
        talk(id, 20, 30);
        var plan = plan(id);
        api().delete(CompactionsIT.COMPACTIONS + "/{}", id, first).send().expect(204);
        answerPlan(id, plan, "Old.").problem(409, "compaction-conflict");
        assertEquals(30, path(id).size());
    }

    @Test
    void appendAfterPlanIsNoConflict() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        var plan = plan(id);
        talk(id, 20, 22);
        var summary = "compaction_" + answerPlan(id, plan, "S").expect(201).at("/id");
        assertEquals(List.of("m0", "m1", summary, "m18", "m19", "m20", "m21"), path(id));
    }
}
