package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockSpec;
import dev.coppice.api.Precondition;
import dev.coppice.context.BlockAdded;
import dev.coppice.context.BlockEntries;
import dev.coppice.context.BlockEntry;
import dev.coppice.context.BlockRemoved;
import dev.coppice.context.BlockWritten;
import dev.coppice.context.ContextBlocks;
import dev.coppice.context.LoadedSkills;
import dev.coppice.context.PromptRefreshed;
import dev.coppice.context.Prompts;
import dev.coppice.context.SkillLoaded;
import dev.coppice.context.SkillUnloaded;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changes of blocks, prompts and skills send one event each after commit, in order, and none otherwise. */
class ContextEventsIT extends InsideTest {
    @Inject
    private ContextBlocks blocks;

    @Inject
    private BlockEntries entries;

    @Inject
    private Prompts prompts;

    @Inject
    private LoadedSkills skills;

    @Inject
    private RecordingObserver recordingObserver;

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private void add(SessionName name, String block) {
        blocks.add(name, BlockSpec.of(bytes(block)));
    }

    private void load(SessionName name, String id, String key) {
        var message = "{'id':'%s','role':'assistant','parts':[{'type':'tool-load_context','toolCallId':'c',"
                + "'state':'output-available','input':{'label':'skills','key':'%s'},'output':'DOC'}]}";
        messages.append(
                name,
                Append.atLeaf(List.of(MessageBody.of(bytes(message.formatted(id, key))))),
                false,
                Precondition.NONE);
    }

    /** Makes one change of each kind. */
    private void everything(SessionName name) {
        add(name, "{'label':'memory','maxTokens':5}");
        add(name, "{'label':'skills','provider':{'type':'skills'}}");
        blocks.replace(name, "memory", "one", Precondition.NONE);
        blocks.append(name, "memory", "two", Precondition.NONE);
        blocks.restore(name, "memory", 1, Precondition.NONE);
        entries.put(name, "skills", new BlockEntry("pirate", null, null, "Arr!"), Precondition.NONE);
        load(name, "a", "pirate");
        skills.unload(name, "skills", "pirate");
        entries.remove(name, "skills", "pirate", Precondition.NONE);
        prompts.freeze(name, false);
        prompts.refresh(name);
        blocks.remove(name, "memory", Precondition.NONE);
    }

    private static final List<String> EVERYTHING = List.of(
            "SessionCreated",
            "BlockAdded",
            "BlockAdded",
            "BlockWritten",
            "BlockWritten",
            "BlockWritten",
            "BlockWritten",
            "MessageAppended",
            "SkillLoaded",
            "MessageUpdated",
            "SkillUnloaded",
            "BlockWritten",
            "PromptRefreshed",
            "BlockRemoved");

    @Test
    void everyChangeSendsOneEventInOrder() {
        var name = session();
        everything(name);
        assertEquals(EVERYTHING, recordingObserver.types(name));
        assertEquals(EVERYTHING, recordingObserver.typesAfterSuccess(name));
        assertEquals(EVERYTHING, logged(name));
    }

    @Test
    void oneTransactionSendsItsEventsInOrder() throws Exception {
        var name = session();
        transaction.begin();
        everything(name);
        assertEquals(List.of("SessionCreated"), recordingObserver.types(name));
        transaction.commit();
        assertEquals(EVERYTHING, recordingObserver.types(name));
        assertEquals(EVERYTHING, recordingObserver.typesAfterSuccess(name));
        assertEquals(EVERYTHING, logged(name));
    }

    @Test
    void rolledBackChangeSendsNoEvent() throws Exception {
        var name = session();
        transaction.begin();
        everything(name);
        transaction.rollback();
        assertEquals(List.of("SessionCreated"), recordingObserver.types(name));
        assertEquals(List.of("SessionCreated"), logged(name));
        assertEquals(List.of(), blocks.list(name));
    }

    @Test
    void refusedChangeSendsNoEvent() {
        var name = session();
        add(name, "{'label':'memory','maxTokens':1}");
        var before = recordingObserver.types(name);
        var tooLong =
                assertThrows(Problem.class, () -> blocks.replace(name, "memory", "far too long", Precondition.NONE));
        assertEquals(Code.BLOCK_TOO_LONG, tooLong.code());
        assertThrows(Problem.class, () -> add(name, "{'label':'memory'}"));
        assertThrows(Problem.class, () -> blocks.remove(name, "nothing", Precondition.NONE));
        assertEquals(before, recordingObserver.types(name));
    }

    @Test
    void requestWithoutEffectSendsNoEvent() {
        var name = session();
        everything(name);
        add(name, "{'label':'memory'}");
        var before = recordingObserver.types(name);
        blocks.replace(name, "memory", "one", Precondition.NONE);
        skills.unload(name, "skills", "pirate");
        prompts.freeze(name, false);
        assertEquals(before, recordingObserver.types(name));
    }

    @Test
    void eventsNameTheirSubjects() {
        var name = session();
        everything(name);
        var all = recordingObserver.events(name);
        assertEquals(new BlockAdded(name, "memory"), all.get(1));
        assertEquals(new BlockWritten(name, "memory", null, null), all.get(3));
        assertEquals("pirate", ((BlockWritten) all.get(6)).key());
        assertEquals(new SkillLoaded(name, "skills", "pirate"), all.get(8));
        assertEquals(new SkillUnloaded(name, "skills", "pirate"), all.get(10));
        assertEquals(((BlockWritten) all.get(6)).entry(), ((BlockWritten) all.get(11)).entry());
        assertEquals(new PromptRefreshed(name), all.get(12));
        assertEquals(new BlockRemoved(name, "memory"), all.get(13));
    }

    @Test
    void promptOfAClearedSessionIsRefreshed() {
        var name = session();
        add(name, "{'label':'memory'}");
        append(name, "a");
        prompts.freeze(name, false);
        messages.clear(name, Precondition.NONE);
        var expected = List.of("SessionCreated", "BlockAdded", "MessageAppended", "HistoryCleared", "PromptRefreshed");
        assertEquals(expected, recordingObserver.types(name));
        assertEquals(expected, logged(name));
        var other = session();
        messages.clear(other, Precondition.NONE);
        assertEquals(List.of("SessionCreated", "HistoryCleared"), recordingObserver.types(other));
    }
}
