package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model names an entry by its key or by its title, with the same effect in every tool. */
class EntryNamesIT extends ToolApi {
    private static final String BY_TITLE = "{'label':'skills','content':'%s','metadata':{'title':'%s'}}";
    private static final String BY_KEY = "{'label':'skills','content':'%s','key':'%s'}";

    private static String set(String session, String form, String content, String name) {
        return result(session, "set_context", form.formatted(content, name));
    }

    private static String load(String session, String name) {
        return result(session, "load_context", "{'label':'skills','key':'%s'}".formatted(name));
    }

    private static String unload(String session, String name) {
        return result(session, "unload_context", "{'label':'skills','key':'%s'}".formatted(name));
    }

    private static List<String> keys(String session) {
        return api().get(ENTRIES, session, "skills").send().expect(200).all("/items", "key");
    }

    /** Stores a message in which the model loaded a document under a name. */
    private static void store(String session, String id, String name) {
        append(session, skillLoadMessage(id, name, load(session, name))).expect(201);
    }

    @ParameterizedTest
    @CsvSource({"skills,Steep.", "knowledge,Steep."})
    void keyIsWrittenAsGiven(String label, String content) {
        var id = sessionWith(SKILLS, KNOWLEDGE);
        var set = "{'label':'%s','content':'%s','key':' Green Tea ','metadata':{'title':'How to','description':'d'}}";
        assertEquals(
                "Indexed \"Green Tea\" in " + label + ".", result(id, "set_context", set.formatted(label, content)));
        var entry = api().get(ENTRY, id, label, "Green Tea").send().expect(200);
        assertEquals(content, entry.at("/content"));
        assertEquals("How to", entry.at("/title"));
        assertEquals("d", entry.at("/description"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"coffee-order", "Coffee order", "coffee order", " Coffee Order! "})
    void documentIsLoadedByKeyOrTitle(String name) {
        var id = sessionWith(SKILLS);
        assertEquals("Indexed \"coffee-order\" in skills.", set(id, BY_TITLE, "Black.", "Coffee order"));
        assertEquals("Black.", load(id, name));
        var byTitle = "{'label':'skills','metadata':{'title':'%s'}}".formatted(name);
        assertEquals("Black.", result(id, "load_context", byTitle));
        assertEquals(
                "Black.",
                result(id, "load_context", "{'label':'skills','key':'','metadata':{'title':'" + name + "'}}"));
    }

    @Test
    void unknownNameIsNotFound() {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "Black.", "Coffee order");
        assertEquals("Not found: Tea order", load(id, "Tea order"));
        assertEquals("Not found:  ", load(id, " "));
        assertEquals("Not found: Tea", result(id, "load_context", "{'label':'skills','metadata':{'title':'Tea'}}"));
        assertEquals(
                "Error: \"key\" is missing; arguments: label, key",
                result(id, "load_context", "{'label':'skills','metadata':{'title':7}}"));
    }

    @Test
    void titleWithoutLettersOrDigitsIsFound() {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "Large.", "東京");
        set(id, BY_TITLE, "Old.", "京都");
        assertEquals("Large.", load(id, "東京"));
        assertEquals("Old.", load(id, "京都"));
        assertEquals("Not found: 大阪", load(id, "大阪"));
    }

    @Test
    void titleAndKeyNameSameEntry() {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "one", "Coffee order");
        assertEquals("Indexed \"coffee-order\" in skills.", set(id, BY_KEY, "two", "coffee-order"));
        assertEquals("Indexed \"coffee-order\" in skills.", set(id, BY_KEY, "three", "Coffee order"));
        assertEquals(List.of("coffee-order"), keys(id));
        assertEquals("three", load(id, "Coffee order"));
        set(id, BY_KEY, "four", "Tea Order");
        assertEquals("Indexed \"Tea Order\" in skills.", set(id, BY_TITLE, "five", "Tea Order"));
        assertEquals(List.of("Tea Order", "coffee-order"), keys(id));
        assertEquals("five", load(id, "Tea Order"));
    }

    /** Both titles make the key "c". A key is not a title, so writing one must not replace the other's document. */
    @Test
    void keyDoesNotReplaceDocumentOfOtherTitle() {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "Of 1972.", "C");
        assertEquals("Indexed \"C++\" in skills.", set(id, BY_KEY, "Of 1985.", "C++"));
        assertEquals("Of 1972.", load(id, "c"));
        assertEquals("Of 1985.", load(id, "C++"));
    }

    @Test
    void exactKeyPrecedesTitle() {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", "pirate", "lower", null).expect(201);
        assertEquals("lower", load(id, "Pirate"));
        putEntry(id, "skills", "Pirate", "upper", null).expect(201);
        assertEquals("upper", load(id, "Pirate"));
        assertEquals("lower", load(id, "pirate"));
        assertEquals("lower", load(id, "PIRATE"));
    }

    @Test
    void writeByKeyKeepsTitleAndDescription() {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", "tea", "Steep.", "How to").expect(201);
        set(id, BY_KEY, "Steep longer.", "tea");
        assertEquals("- tea: How to", content(id, "skills"));
        result(
                id,
                "set_context",
                "{'label':'skills','key':'tea','content':'x','metadata':{'title':'Tea','description':'New'}}");
        assertEquals("- tea: New", content(id, "skills"));
        set(id, BY_KEY, "y", "tea");
        assertEquals("Tea", api().get(ENTRY, id, "skills", "tea").send().at("/title"));
    }

    @Test
    void invalidKeyIsErrorOfModel() {
        var id = sessionWith(SKILLS);
        for (var key : new String[] {"a/b", "a\nb", "..", "x".repeat(256)}) {
            var arguments = Json.object("label", "skills", "content", "c", "key", key);
            var result = result(id, "set_context", arguments.toString());
            assertTrue(result.startsWith("Error: "), result);
        }
        assertEquals(
                "Error: \"key\" must be a string",
                result(id, "set_context", "{'label':'skills','content':'c','key':7}"));
        assertEquals(List.of(), keys(id));
    }

    @Test
    void blankKeyCountsAsMissing() {
        var id = sessionWith(SKILLS);
        assertEquals(
                "Indexed \"tea\" in skills.",
                result(id, "set_context", "{'label':'skills','content':'c','key':'','metadata':{'title':'Tea'}}"));
        assertTrue(set(id, BY_KEY, "Likes tea", " ").startsWith("Indexed \"likes-tea-"));
    }

    @Test
    void keyOfTextBlockIsIgnored() {
        var id = sessionWith(MEMORY, SKILLS);
        assertEquals(
                "Written to memory. Usage: 20% (2/10 tokens)",
                result(id, "set_context", "{'label':'memory','content':'c','key':'k'}"));
    }

    @ParameterizedTest
    @CsvSource({"coffee-order,Coffee order", "Coffee order,coffee-order", "COFFEE ORDER,Coffee order"})
    void documentIsUnloadedByOtherName(String loaded, String unloaded) {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "Black.", "Coffee order");
        store(id, "a1", loaded);
        assertEquals("Unloaded \"" + unloaded + "\" from skills. Context reclaimed.", unload(id, unloaded));
        assertEquals("[skill unloaded: " + loaded + "]", history(id).at("/messages/0/parts/0/output"));
        assertEquals("Skill \"" + unloaded + "\" is not currently loaded in \"skills\".", unload(id, unloaded));
    }

    @Test
    void nameWithSpacesNamesDocumentOfStrippedKey() {
        var id = sessionWith(SKILLS);
        assertEquals("Indexed \"Green Tea\" in skills.", set(id, BY_KEY, "Steep.", "Green Tea"));
        store(id, "a1", " Green Tea ");
        assertEquals(
                "[\"Green Tea\"]", block(id, "skills").json().path("loaded").toString());
        assertEquals("Unloaded \"Green Tea\" from skills. Context reclaimed.", unload(id, "Green Tea"));
        assertFalse(history(id).text().contains("Steep."), history(id).text());
    }

    @Test
    void unloadRemovesDocumentUnderAllItsNames() {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "Black.", "Coffee order");
        store(id, "a1", "coffee-order");
        store(id, "a2", "Coffee order");
        unload(id, "coffee-order");
        assertFalse(history(id).text().contains("Black."), history(id).text());
    }

    @Test
    void unloadRemovesDocumentTwiceFromOneMessage() {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "Black.", "Coffee order");
        append(
                        id,
                        """
                        {"id":"a1","role":"assistant","parts":[
                         {"type":"tool-load_context","toolCallId":"c1","state":"output-available",
                          "input":{"label":"skills","key":"coffee-order"},"output":"Black."},
                         {"type":"tool-load_context","toolCallId":"c2","state":"output-available",
                          "input":{"label":"skills","key":"Coffee order"},"output":"Black."}]}""")
                .expect(201);
        unload(id, "coffee order");
        assertEquals("[skill unloaded: coffee-order]", history(id).at("/messages/0/parts/0/output"));
        assertEquals("[skill unloaded: Coffee order]", history(id).at("/messages/0/parts/1/output"));
    }

    @Test
    void unloadKeepsDocumentOfOtherKey() {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", "pirate", "lower", null).expect(201);
        putEntry(id, "skills", "Pirate", "upper", null).expect(201);
        store(id, "a1", "pirate");
        store(id, "a2", "Pirate");
        unload(id, "pirate");
        assertEquals("[skill unloaded: pirate]", history(id).at("/messages/0/parts/0/output"));
        assertEquals("upper", history(id).at("/messages/1/parts/0/output"));
    }

    @Test
    void documentOfDeletedEntryIsUnloadedByKeyOfTitle() {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "Black.", "Coffee order");
        store(id, "a1", "Coffee order");
        api().delete(ENTRY, id, "skills", "coffee-order").send().expect(204);
        assertTrue(unload(id, "coffee-order").startsWith("Unloaded "));
    }

    @Test
    void documentLoadedByTitleArgumentIsLoaded() {
        var id = sessionWith(SKILLS);
        set(id, BY_TITLE, "Black.", "Coffee order");
        append(
                        id,
                        """
                        {"id":"a1","role":"assistant","parts":[{"type":"tool-load_context","toolCallId":"c1",
                         "state":"output-available","input":{"label":"skills","metadata":{"title":"Coffee order"}},
                         "output":"Black."}]}""")
                .expect(201);
        assertTrue(description(id, "unload_context").contains("- \"Coffee order\" in \"skills\""));
        var byTitle = "{'label':'skills','metadata':{'title':'coffee order'}}";
        assertEquals(
                "Unloaded \"coffee order\" from skills. Context reclaimed.", result(id, "unload_context", byTitle));
        assertEquals("[skill unloaded: Coffee order]", history(id).at("/messages/0/parts/0/output"));
    }

    @Test
    void loadedKeysAreMembersOfSkillBlocks() {
        var id = sessionWith(SKILLS, MEMORY, KNOWLEDGE);
        assertEquals("[]", block(id, "skills").json().path("loaded").toString());
        assertFalse(block(id, "memory").json().has("loaded"));
        assertFalse(block(id, "knowledge").json().has("loaded"));
        set(id, BY_TITLE, "Black.", "Coffee order");
        putEntry(id, "skills", "Pirate", "Arr!", null).expect(201);
        store(id, "a1", "Pirate");
        store(id, "a2", "Coffee order");
        store(id, "a3", "coffee-order");
        assertEquals(
                Json.parse("[\"Pirate\",\"coffee-order\"]"),
                block(id, "skills").json().path("loaded"));
        assertEquals(
                Json.parse("[\"Pirate\",\"coffee-order\"]"),
                api().get(CONTEXT, id).send().expect(200).json().at("/items/0/loaded"));
        unload(id, "Pirate");
        assertEquals(
                Json.parse("[\"coffee-order\"]"), block(id, "skills").json().path("loaded"));
    }

    @Test
    void loadedKeysAreThoseOfPathToLeaf() {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", "pirate", "Arr!", null).expect(201);
        append(id, message("m0", "hello")).expect(201);
        store(id, "a1", "pirate");
        var sibling = "{\"messages\":[" + message("m1", "Again.") + "],\"parentId\":\"m0\"}";
        api().post(MESSAGES, id).json(sibling).send().expect(201);
        assertEquals("[]", block(id, "skills").json().path("loaded").toString());
        var fork = ForkApi.fork(id, "a1").expect(201).at("/id");
        assertEquals("[\"pirate\"]", block(fork, "skills").json().path("loaded").toString());
        api().post(SESSION + "/clear", fork).send().expect(200);
        assertEquals("[]", block(fork, "skills").json().path("loaded").toString());
    }

    @Test
    void blockAddedToSessionShowsLoadedKeys() {
        var id = session();
        assertEquals(
                "[]", addBlock(id, SKILLS).expect(201).json().path("loaded").toString());
    }
}
