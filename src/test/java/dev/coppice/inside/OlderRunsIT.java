package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.api.Precondition;
import dev.coppice.run.RunFilter;
import dev.coppice.run.RunLists;
import dev.coppice.run.RunSave;
import dev.coppice.run.RunStatus;
import dev.coppice.run.Runs;
import dev.coppice.state.ListItem;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs that were saved by a release whose table had no column {@code waits_for}. */
class OlderRunsIT extends InsideTest {
    @Inject
    private Runs runs;

    @Inject
    private RunLists lists;

    @Test
    void requirementsOfOlderRunAreRead() throws Exception {
        var name = session();
        var requirements = "[{\"type\":\"confirmation\"}]".getBytes(StandardCharsets.UTF_8);
        var save = new RunSave(RunStatus.PAUSED, null, null, ListItem.of(requirements), null, List.of(), null);
        runs.save(name, "asks", save, false, Precondition.NONE);
        runs.save(name, "waits", RunSave.of(RunStatus.PAUSED), false, Precondition.NONE);
        transaction.begin();
        em.createNativeQuery("update run set waits_for = null where session_pk ="
                        + " (select id from session where session_id = ?)")
                .setParameter(1, name.id())
                .executeUpdate();
        transaction.commit();
        var page = lists.list(name, RunFilter.of(null, null, null), 10, null);
        assertEquals(
                List.of(List.of(), List.of("confirmation")),
                page.items().stream().map(run -> run.waitsFor()).toList());
        assertEquals(List.of("confirmation"), runs.get(name, "asks").run().waitsFor());
    }
}
