package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.context.LoadedSkills;
import dev.coppice.format.LoadedSkill;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which skills are loaded in a history, and how they are unloaded. */
class LoadedSkillsIT extends InsideTest {

    @Inject
    private LoadedSkills skills;

    @Inject
    private RecordingObserver recordingObserver;

    private static MessageBody body(String json) {
        return MessageBody.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    /** In the AI SDK's format: call and output in one part. */
    private static MessageBody uiLoad(String id, String key, String document) {
        return body(("{'id':'%s','role':'assistant','parts':[{'type':'tool-load_context','toolCallId':'c-%s',"
                        + "'state':'output-available','input':{'label':'skills','key':'%s'},'output':'%s'}]}")
                .formatted(id, id, key, document));
    }

    private static MessageBody openAiCall(String id, String callId, String key) {
        var arguments = "{\\\"label\\\":\\\"skills\\\",\\\"key\\\":\\\"" + key + "\\\"}";
        return MessageBody.of(("{\"id\":\"" + id
                        + "\",\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\""
                        + callId + "\",\"type\":\"function\",\"function\":{\"name\":\"load_context\",\"arguments\":\""
                        + arguments + "\"}}]}")
                .getBytes(StandardCharsets.UTF_8));
    }

    private static MessageBody openAiResult(String id, String callId, String document) {
        return body("{'id':'%s','role':'tool','tool_call_id':'%s','content':'%s'}".formatted(id, callId, document));
    }

    private void add(SessionName name, MessageBody... bodies) {
        messages.append(name, Append.atLeaf(List.of(bodies)), false, Precondition.NONE);
    }

    private void addUnder(SessionName name, String parent, MessageBody... bodies) {
        messages.append(name, new Append(List.of(bodies), Append.Parent.of(parent), null), false, Precondition.NONE);
    }

    private void put(SessionName name, MessageBody body) {
        messages.put(name, body, Append.Parent.LEAF, Precondition.NONE);
    }

    private List<String> loaded(SessionName name) {
        return skills.of(name).stream().map(LoadedSkill::key).toList();
    }

    private boolean unload(SessionName name, String key) {
        return skills.unload(name, "skills", key);
    }

    private long rows(SessionName name) {
        return number(
                "select count(*) from skill_load l join session s on s.tree_id = l.tree_id where s.session_id = ?",
                name.id());
    }

    private String text(SessionName name) {
        return String.join("\n", texts(name, null));
    }

    @Test
    void everyFormatLoadsAndUnloads() {
        var name = session();
        add(name, uiLoad("a", "one", "DOC-1"));
        add(name, openAiCall("b", "b1", "two"), openAiResult("b-r", "b1", "DOC-2"));
        add(
                name,
                body(
                        "{'id':'c','role':'assistant','content':[{'type':'tool_use','id':'c1','name':'load_context','input':{'label':'skills','key':'three'}}]}"));
        add(
                name,
                body(
                        "{'id':'c-r','role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':[{'type':'text','text':'DOC-3'}]}]}"));
        add(
                name,
                body(
                        "{'id':'d','role':'assistant','content':[{'type':'tool-call','toolCallId':'d1','toolName':'load_context','input':{'label':'skills','key':'four'}}]}"));
        add(
                name,
                body(
                        "{'id':'d-r','role':'tool','content':[{'type':'tool-result','toolCallId':'d1','toolName':'load_context','output':{'type':'text','value':'DOC-4'}}]}"));
        add(
                name,
                body(
                        "{'id':'e','role':'assistant','parts':[{'type':'dynamic-tool','toolName':'load_context','toolCallId':'e1','state':'output-available','input':{'label':'skills','key':'five'},'output':'DOC-5'}]}"));
        assertEquals(List.of("one", "two", "three", "four", "five"), loaded(name));
        for (var key : List.of("three", "one", "five", "two", "four")) {
            assertTrue(unload(name, key), key);
            assertFalse(loaded(name).contains(key), key);
            assertTrue(text(name).contains("\"[skill unloaded: " + key + "]\""), key);
            assertFalse(unload(name, key), "there is nothing left to unload");
        }
        assertFalse(text(name).contains("DOC-"));
        assertEquals(8, path(name, null).size());
    }

    @Test
    void callWithoutResultLoadsNothing() {
        var name = session();
        add(name, openAiCall("a", "c1", "one"));
        assertEquals(List.of(), loaded(name));
        assertFalse(unload(name, "one"));
        add(name, openAiResult("other", "c0", "not of that call"));
        assertEquals(List.of(), loaded(name));
        add(name, openAiResult("r", "c1", "Not found: one"));
        assertEquals(List.of(), loaded(name), "what was not found is not loaded");
        add(name, openAiCall("b", "c2", "one"), openAiResult("r2", "c2", "DOC"));
        assertEquals(List.of("one"), loaded(name));
        assertFalse(skills.unload(name, "others", "one"), "another block's");
    }

    @Test
    void callWithARepeatedIdHasOneResult() {
        var name = session();
        add(name, openAiCall("a", "call_0", "one"), openAiResult("r", "call_0", "DOC"));
        add(name, openAiResult("found", "call_0", "what a search with the same id has found"));
        assertTrue(unload(name, "one"));
        assertTrue(text(name).contains("what a search with the same id has found"));
        assertEquals(List.of(), loaded(name));
        assertFalse(unload(name, "one"));
        add(name, openAiCall("b", "call_0", "two"), openAiResult("r2", "call_0", "DOC"));
        assertEquals(List.of("two"), loaded(name));
    }

    @Test
    void allLoadsOfAKeyAreUnloadedInOneTransaction() throws Exception {
        var name = session();
        add(name, uiLoad("a", "one", "DOC-1"), uiLoad("b", "two", "DOC-2"), uiLoad("c", "one", "DOC-3"));
        append(name, "x");
        add(name, openAiCall("d", "d1", "one"), openAiResult("r", "d1", "DOC-4"));
        assertEquals(List.of("one", "two"), loaded(name), "each once, in the order of loading");
        var before = texts(name, null);
        transaction.begin();
        assertTrue(unload(name, "one"));
        assertEquals(List.of("two"), loaded(name));
        transaction.rollback();
        assertEquals(before, texts(name, null));
        assertEquals(List.of("one", "two"), loaded(name));
        assertTrue(unload(name, "one"));
        assertEquals(List.of("two"), loaded(name));
        var after = texts(name, null);
        for (int i = 0; i < before.size(); i++) {
            var expected = before.get(i).replaceAll("DOC-[134]", "[skill unloaded: one]");
            assertEquals(expected, after.get(i));
        }
    }

    @Test
    void rollbackLeavesNothing() throws Exception {
        var name = session();
        transaction.begin();
        add(name, uiLoad("a", "one", "DOC"));
        assertEquals(List.of("one"), loaded(name));
        transaction.rollback();
        assertEquals(List.of(), loaded(name));
        assertEquals(0, rows(name));
        assertEquals(List.of("SessionCreated"), recordingObserver.types(name));
    }

    @Test
    void loadAndUnloadSendEvents() {
        var name = session();
        add(name, openAiCall("a", "c1", "one"));
        add(name, openAiResult("r", "c1", "DOC"));
        put(name, openAiResult("r", "c1", "DOC, second edition"));
        unload(name, "one");
        var happened = List.of(
                "SessionCreated",
                "MessageAppended",
                "MessageAppended",
                "SkillLoaded",
                "MessageUpdated",
                "MessageUpdated",
                "SkillUnloaded");
        assertEquals(happened, logged(name));
        assertEquals(happened, recordingObserver.types(name));
    }

    @Test
    void skillLoadedOnASiblingIsNotLoaded() {
        var name = session();
        append(name, "root");
        add(name, uiLoad("a", "one", "DOC-1"));
        addUnder(name, "root", uiLoad("b", "two", "DOC-2"));
        assertEquals(List.of("two"), loaded(name));
        assertFalse(unload(name, "one"));
        addUnder(name, "a", uiLoad("c", "two", "DOC-3"));
        assertEquals(List.of("one", "two"), loaded(name));
        assertTrue(unload(name, "two"));
        assertTrue(texts(name, "b").get(1).contains("DOC-2"), "on another branch");
        addUnder(name, "root", openAiResult("r", "c-c", "an answer without a call above"));
        assertEquals(List.of(), loaded(name));
    }

    @Test
    void updateByAClientChangesWhatIsLoaded() {
        var name = session();
        add(name, uiLoad("a", "one", "DOC"));
        append(name, "x");
        put(name, message("a", "nothing any more"));
        assertEquals(List.of(), loaded(name));
        assertEquals(0, rows(name));
        put(name, uiLoad("a", "two", "DOC"));
        assertEquals(List.of("two"), loaded(name));
        put(name, uiLoad("x", "three", "DOC"));
        assertEquals(List.of("two", "three"), loaded(name));
        put(name, uiLoad("a", "two", "[skill unloaded: two]"));
        assertEquals(List.of("three"), loaded(name));
    }

    @Test
    void severalChangesInOneTransaction() throws Exception {
        var name = session();
        transaction.begin();
        add(name, uiLoad("a", "one", "DOC"), openAiCall("b", "c1", "two"));
        add(name, openAiResult("r", "c1", "DOC"));
        put(name, uiLoad("a", "three", "DOC"));
        put(name, uiLoad("a", "four", "DOC"));
        assertEquals(List.of("four", "two"), loaded(name));
        assertTrue(unload(name, "four"));
        messages.delete(name, List.of("r"));
        transaction.commit();
        assertEquals(List.of(), loaded(name));
    }

    @Test
    void deletedOrClearedMessagesLoadNothing() throws Exception {
        var name = session();
        add(name, uiLoad("a", "one", "DOC"), openAiCall("b", "c1", "two"), openAiResult("r", "c1", "DOC"));
        append(name, "x");
        messages.delete(name, List.of("a"));
        assertEquals(List.of("two"), loaded(name));
        messages.delete(name, "r", Precondition.NONE);
        assertEquals(List.of(), loaded(name));
        add(name, uiLoad("d", "three", "DOC"));
        long tree = number("select tree_id from session where session_id = ?", name.id());
        messages.clear(name, Precondition.NONE);
        assertEquals(List.of(), loaded(name));
        EventsIT.await(() -> number("select count(*) from tree where id = ?", tree) == 0);
        assertEquals(0, number("select count(*) from skill_load where tree_id = ?", tree), "gone with the tree");
    }

    @Test
    void forkInheritsLoadedSkillsAndIsIndependent() throws Exception {
        var source = session();
        add(source, uiLoad("a", "one", "DOC-1"), openAiCall("b", "c1", "two"), openAiResult("r", "c1", "DOC-2"));
        append(source, "x");
        add(source, uiLoad("y", "later", "DOC-3"));
        var fork = grownOn(source, "x");
        assertEquals(List.of("one", "two"), loaded(fork));
        assertTrue(unload(fork, "one"));
        assertEquals(List.of("two"), loaded(fork));
        assertEquals(List.of("one", "two", "later"), loaded(source));
        assertTrue(text(source).contains("DOC-1"));
        assertTrue(unload(source, "two"));
        assertEquals(List.of("one", "later"), loaded(source));
        assertEquals(List.of("two"), loaded(fork), "the fork reads what was written");
        assertTrue(text(fork).contains("DOC-2"));
        messages.delete(fork, List.of("a"));
        assertEquals(List.of("two"), loaded(fork));
        messages.delete(source, List.of("a"));
        assertEquals(List.of("later"), loaded(source));
        messages.delete(fork, List.of("r"));
        assertEquals(List.of(), loaded(fork));
        add(fork, uiLoad("z", "own", "DOC-4"));
        assertEquals(List.of("own"), loaded(fork));
    }

    @Test
    void inheritedCallGetsItsResultInTheFork() throws Exception {
        var source = session();
        add(source, openAiCall("b", "c1", "two"));
        var fork = grownOn(source, "b");
        add(fork, openAiResult("r", "c1", "DOC-F"));
        assertEquals(List.of("two"), loaded(fork));
        assertEquals(List.of(), loaded(source));
        add(source, openAiResult("r", "c1", "DOC-S"));
        assertTrue(unload(fork, "two"));
        assertEquals(List.of("two"), loaded(source));
        var again = grownOn(fork, "r");
        assertEquals(List.of(), loaded(again));
    }

    @Test
    void forkInheritsLoadedSkillsOnly() {
        var source = session();
        add(source, uiLoad("a", "one", "DOC-1"), openAiCall("b", "c1", "two"), openAiResult("r", "c1", "DOC-2"));
        var first = fork(source, "r");
        assertEquals(List.of("one", "two"), loaded(first));
        assertTrue(unload(source, "one"));
        assertEquals(List.of("two"), loaded(source));
        assertEquals(List.of("one", "two"), loaded(first), "unloaded behind the fork");
        var second = fork(source, "r");
        assertEquals(List.of("two"), loaded(second), "unloaded before");
        var third = fork(second, "a");
        assertEquals(List.of(), loaded(third));
        add(second, uiLoad("d", "one", "DOC-3"));
        assertEquals(List.of("two", "one"), loaded(second));
        assertEquals(List.of("two"), loaded(source));
        assertEquals(
                1,
                number(
                        "select count(*) from skill_load l join session s on s.tree_id = l.tree_id"
                                + " where s.session_id = ? and l.beside = true",
                        second.id()));
    }

    @Test
    void loadsAreRemovedWithTheRowsAndNotBefore() {
        var source = session();
        add(source, uiLoad("a", "one", "DOC-1"), uiLoad("b", "two", "DOC-2"), uiLoad("c", "three", "DOC-3"));
        var fork = fork(source, "b");
        assertTrue(unload(source, "one"));
        long tree = number("select tree_id from session where session_id = ?", source.id());
        sessions.delete(source, Precondition.NONE);
        while (number("select count(*) from tree where id = ? and purge_at is not null", tree) > 0) {
            Thread.onSpinWait(); // until the sweep has been by
        }
        assertEquals(List.of("one", "two"), loaded(fork));
        assertEquals(2, number("select count(*) from skill_load where tree_id = ?", tree));
        sessions.delete(fork, Precondition.NONE);
        while (number("select count(*) from tree where id = ?", tree) > 0) {
            Thread.onSpinWait(); // until the sweep has been by
        }
        assertEquals(0, number("select count(*) from skill_load where tree_id = ?", tree));
    }

    @Test
    void loadsOfSupersededTextAreRemovedWithIt() {
        var source = session();
        add(source, uiLoad("a", "one", "DOC-1"), uiLoad("b", "two", "DOC-2"));
        long tree = number("select tree_id from session where session_id = ?", source.id());
        var fork = fork(source, "b");
        assertTrue(unload(source, "one"));
        assertEquals(3, rows(source), "what was written, and what the source sees instead");
        sessions.delete(fork, Precondition.NONE);
        while (number("select count(*) from old_text where tree_id = ?", tree) > 0) {
            Thread.onSpinWait(); // until the sweep has been by
        }
        assertEquals(2, rows(source));
        assertEquals(List.of("two"), loaded(source));
        assertEquals(List.of("two"), loaded(fork(source, "b")));
    }

    @Test
    void splitOrMissingSessionIsRefused() throws Exception {
        var name = session();
        add(name, uiLoad("a", "one", "DOC"));
        transaction.begin();
        em.createNativeQuery("update session set ended_at = 1 where session_id = ?")
                .setParameter(1, name.id())
                .executeUpdate();
        transaction.commit();
        assertEquals(
                Code.SESSION_ENDED,
                assertThrows(Problem.class, () -> unload(name, "one")).code());
        assertEquals(List.of("one"), loaded(name));
        var nobody = SessionName.of("default", "inside", "nobody");
        assertThrows(Problem.class, () -> loaded(nobody));
        assertThrows(Problem.class, () -> unload(nobody, "one"));
    }

    @Test
    void manyLoadsInOneAppend() {
        var name = session();
        var all = IntStream.range(0, 200)
                .mapToObj(i -> uiLoad("m" + i, "k" + i % 50, "DOC-" + i))
                .toArray(MessageBody[]::new);
        add(name, all);
        assertEquals(50, loaded(name).size());
        assertTrue(unload(name, "k7"));
        assertEquals(
                4,
                Arrays.stream(text(name).split("\n"))
                        .filter(line -> line.contains("[skill unloaded: k7]"))
                        .count());
    }
}
