package dev.coppice.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.format.LoadedSkill;
import dev.coppice.format.SkillCall;
import dev.coppice.message.Path;
import dev.coppice.message.Position;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SkillsOnPathTest {
    private static final SkillCall.Output DOCUMENT = new SkillCall.Output(0, 1, false);
    private static final Path PATH = new Path(List.of(new Path.Range(1, 0, 3), new Path.Range(2, 4, 9)));
    private static final LoadedSkill PDF = new LoadedSkill("skills", "pdf");

    private static StoredSkillCall call(long branch, int depth, String id, String key) {
        return stored(branch, depth, new SkillCall(id, "skills", key, null));
    }

    private static StoredSkillCall complete(long branch, int depth, String key) {
        return stored(branch, depth, new SkillCall(null, "skills", key, DOCUMENT));
    }

    private static StoredSkillCall result(long branch, int depth, String id, boolean document) {
        return stored(branch, depth, new SkillCall(id, null, null, document ? DOCUMENT : null));
    }

    private static StoredSkillCall stored(long branch, int depth, SkillCall call) {
        return new StoredSkillCall(1, new Position(branch, depth), false, call);
    }

    private static List<String> keys(StoredSkillCall... calls) {
        return SkillsOnPath.of(PATH, List.of(calls)).skills().stream()
                .map(LoadedSkill::key)
                .toList();
    }

    @Test
    void onlyDocumentsOnThePathAreLoaded() {
        assertEquals(
                List.of("b"),
                keys(complete(1, 4, "a"), complete(2, 4, "b"), complete(2, 10, "c"), complete(3, 2, "d")));
    }

    @Test
    void resultBelongsToLastOpenCallBeforeIt() {
        assertEquals(List.of("b"), keys(call(1, 0, "c", "a"), call(1, 1, "c", "b"), result(2, 4, "c", true)));
        assertEquals(List.of(), keys(result(1, 0, "c", true), call(1, 1, "c", "a")));
        assertEquals(List.of(), keys(call(1, 0, "c", "a"), result(1, 1, "c", false), result(1, 2, "c", true)));
        assertEquals(List.of(), keys(call(1, 0, "c", "a"), result(1, 1, "d", true)));
    }

    @Test
    void skillsAreListedOnceInOrderOfLoading() {
        assertEquals(
                List.of("b", "a"),
                keys(complete(2, 5, "b"), complete(1, 1, "a"), call(1, 0, "c", "b"), result(1, 0, "c", true)));
    }

    @Test
    void occurrencesOfASkillHavePositionsAndCallIds() {
        var path = SkillsOnPath.of(
                PATH,
                List.of(
                        complete(1, 0, "pdf"),
                        call(1, 1, "c", "pdf"),
                        call(1, 1, "d", "pdf"),
                        call(1, 1, "e", "xls"),
                        result(1, 2, "c", true),
                        result(1, 2, "d", true),
                        result(1, 2, "e", true)));
        assertEquals(Map.of(new Position(1, 0), Set.of(), new Position(1, 2), Set.of("c", "d")), path.occurrences(PDF));
    }
}
