package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.api.Precondition;
import dev.coppice.compaction.CompactOptions;
import dev.coppice.compaction.CompactionFailed;
import dev.coppice.compaction.Compactor;
import dev.coppice.compaction.ManualCompactions;
import dev.coppice.compaction.Summarizers;
import dev.coppice.context.LoadedSkills;
import dev.coppice.format.LoadedSkill;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append;
import dev.coppice.message.MessageEvent.Compacted;
import dev.coppice.message.MessageEvent.CompactionUndone;
import dev.coppice.message.Overlays;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Events of compactions are sent once the compaction is stored, with its figures, and never otherwise. */
class CompactionEventsIT extends InsideTest {
    @Inject
    private ManualCompactions manualCompactions;

    @Inject
    private Compactor compactor;

    @Inject
    private Overlays overlays;

    @Inject
    private Agents agents;

    @Inject
    private LoadedSkills skills;

    @Inject
    private RecordingObserver recordingObserver;

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /** A session of six messages of eight tokens each. */
    private SessionName talk() {
        var name = session();
        append(name, "a", "b", "c", "d", "e", "f");
        return name;
    }

    private long tokens(SessionName name) {
        return sessions.read(name).tokens();
    }

    private List<String> compactionEvents(SessionName name) {
        return recordingObserver.types(name).stream()
                .filter(type -> type.startsWith("Compact"))
                .toList();
    }

    /**
     * The purge of a cleared session removes its branches; here they are gone before its rows, as between two of its
     * steps.
     */
    @Test
    void compactionOfASessionClearedMeanwhileIsAConflict() throws Exception {
        var name = talk();
        var draft = overlays.draft(name, "b", "c");
        long tree = number("select tree_id from session where session_id = ?", name.id());
        messages.clear(name, Precondition.NONE);
        transaction.begin();
        try {
            em.createNativeQuery("delete from branch where tree_id = :tree")
                    .setParameter("tree", tree)
                    .executeUpdate();
            assertEquals(
                    Code.COMPACTION_CONFLICT,
                    assertThrows(Problem.class, () -> overlays.add(name, draft, "s"))
                            .code());
        } finally {
            transaction.rollback();
        }
    }

    @Test
    void compactionAndItsRemovalSendEventsWithFigures() {
        var name = talk();
        long before = tokens(name);
        var made = manualCompactions.add(name, "b", "d", "What was said.");
        assertEquals(before - made.tokensBefore() + made.tokensAfter(), tokens(name));
        overlays.remove(name, made.id());
        assertEquals(before, tokens(name));
        assertEquals(List.of("Compacted", "CompactionUndone"), compactionEvents(name));
        assertEquals(recordingObserver.types(name), recordingObserver.typesAfterSuccess(name));
        assertEquals(recordingObserver.types(name), logged(name));
        var events = recordingObserver.events(name);
        assertEquals(
                List.of(
                        new Compacted(
                                name,
                                made.id(),
                                3,
                                made.tokensBefore(),
                                made.tokensAfter(),
                                before - made.tokensBefore() + made.tokensAfter()),
                        new CompactionUndone(name, made.id(), before)),
                events.subList(events.size() - 2, events.size()));
    }

    @Test
    void noEventBeforeCommitNorAfterRollback() throws Exception {
        var name = talk();
        transaction.begin();
        manualCompactions.add(name, "b", "d", "S");
        assertEquals(List.of(), compactionEvents(name));
        transaction.rollback();
        assertEquals(List.of(), compactionEvents(name));
        assertEquals(List.of("a", "b", "c", "d", "e", "f"), path(name, null));
        var made = manualCompactions.add(name, "b", "d", "S");
        transaction.begin();
        overlays.remove(name, made.id());
        transaction.rollback();
        assertEquals(List.of("Compacted"), compactionEvents(name));
        assertEquals(List.of("a", "compaction_" + made.id(), "e", "f"), path(name, null));
        assertEquals(recordingObserver.types(name), logged(name));
    }

    @Test
    void refusedCompactionSendsNoEvent() {
        var name = talk();
        assertEquals(
                Code.INVALID_RANGE,
                assertThrows(Problem.class, () -> manualCompactions.add(name, "d", "b", "S"))
                        .code());
        assertThrows(Problem.class, () -> manualCompactions.add(name, "b", "d", " "));
        assertThrows(Problem.class, () -> overlays.remove(name, "nothing"));
        assertEquals(List.of(), compactionEvents(name));
    }

    /** A session that is compacted synchronously by each append that makes it too long. */
    private SessionName compactedBy(String summarizer) {
        var agent = "agent-" + UUID.randomUUID();
        var spec = "{'compaction':{'summarizer':'" + summarizer + "','compactAfter':10,'protectHead':1,"
                + "'tailTokenBudget':8,'minTailMessages':1,'mode':'sync'}}";
        agents.put("default", agent, AgentSpec.read(bytes(spec), agent), Precondition.NONE);
        var name = SessionName.of("default", "inside", UUID.randomUUID().toString());
        sessions.create(name, new NewSession(null, null, agent, null, null, null, null, null, null, null, null, null));
        return name;
    }

    @Test
    void appendEventsPrecedeTheCompactionTheyCause() {
        var name = compactedBy("extractive");
        append(name, "a", "b", "c", "d", "e", "f");
        var types = recordingObserver.types(name);
        assertEquals("Compacted", types.get(types.size() - 1));
        assertEquals(6, types.indexOf("Compacted") - types.indexOf("MessageAppended"));
        assertEquals(types, recordingObserver.typesAfterSuccess(name));
        assertEquals(types, logged(name));
    }

    @Test
    void severalAppendsInOneTransactionCauseOneCompaction() throws Exception {
        var name = compactedBy("extractive");
        transaction.begin();
        append(name, "a", "b", "c");
        append(name, "d", "e", "f");
        assertEquals(List.of(), compactionEvents(name));
        transaction.commit();
        assertEquals(List.of("Compacted"), compactionEvents(name));
        assertEquals(recordingObserver.types(name), logged(name));
    }

    @Test
    void applicationSummarizerIsFoundByName() {
        var name = compactedBy("stubSummarizer");
        append(name, "a", "b", "c", "d", "e", "f");
        assertTrue(texts(name, null).get(1).contains("They said 4 things."), () -> texts(name, null)
                .toString());
    }

    @Test
    void linkageErrorOfASummarizerIsAFailedCompaction() {
        var name = compactedBy("brokenSummarizer");
        append(name, "a", "b", "c", "d", "e", "f");
        assertEquals(List.of("CompactionFailed"), compactionEvents(name));
        assertEquals(
                Code.SUMMARIZER_FAILED,
                assertThrows(Problem.class, () -> compactor.compact(name, CompactOptions.NONE))
                        .code());
    }

    /** The message of the exception may contain secrets of the application. */
    @Test
    void logNamesOnlyTheClassOfASummarizersException() {
        var lines = new ConcurrentLinkedQueue<LogRecord>();
        var log = Logger.getLogger(Summarizers.class.getName());
        var handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(handler);
        try {
            append(compactedBy("brokenSummarizer"), "a", "b", "c", "d", "e", "f");
        } finally {
            log.removeHandler(handler);
        }
        assertEquals(1, lines.size());
        var line = lines.remove();
        assertNull(line.getThrown());
        assertTrue(line.getMessage().contains("java.lang.NoClassDefFoundError at "), line.getMessage());
        assertFalse(line.getMessage().contains("org/example/Nowhere"), line.getMessage());
    }

    @Test
    void failedAutomaticCompactionSendsAnEventAndKeepsTheAppend() {
        var name = compactedBy("nobody");
        append(name, "a", "b", "c", "d", "e", "f");
        assertEquals(List.of("CompactionFailed"), compactionEvents(name));
        assertEquals(recordingObserver.types(name), logged(name));
        assertEquals(List.of("CompactionFailed"), logged(name).stream().skip(7).toList());
        var failed = recordingObserver.events(name).stream()
                .filter(CompactionFailed.class::isInstance)
                .map(CompactionFailed.class::cast)
                .findFirst()
                .orElseThrow();
        assertTrue(failed.reason().contains("nobody"), failed.reason());
        assertEquals(List.of("a", "b", "c", "d", "e", "f"), path(name, null));
    }

    @Test
    void skillLoadedInACompactedRangeStaysLoaded() {
        var name = session();
        append(name, "a");
        messages.append(
                name,
                Append.atLeaf(
                        List.of(
                                MessageBody.of(
                                        bytes(
                                                "{'id':'load','role':'assistant','parts':[{'type':'tool-load_context','toolCallId':'c',"
                                                        + "'state':'output-available','input':{'label':'skills','key':'pirate'},'output':'DOC'}]}")))),
                false,
                Precondition.NONE);
        append(name, "b", "c");
        var made = manualCompactions.add(name, "a", "b", "S");
        assertEquals(List.of("compaction_" + made.id(), "c"), path(name, null));
        assertEquals(
                List.of("pirate"),
                skills.of(name).stream().map(LoadedSkill::key).toList());
        long tokens = tokens(name);
        assertTrue(skills.unload(name, "skills", "pirate"), "it is unloaded where it is hidden");
        assertEquals(List.of(), skills.of(name));
        assertEquals(tokens, tokens(name));
        overlays.remove(name, made.id());
        assertTrue(texts(name, null).get(1).contains("skill unloaded"), "and stays so when it is seen again");
    }
}
