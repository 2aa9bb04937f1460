package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools that a model may call, and their results. */
@DatabaseNeutral
class ToolsIT extends ToolApi {

    @Test
    void toolsDependOnBlocks() {
        assertEquals(List.of(), names(session()));
        assertEquals(List.of(), names(sessionWith(SOUL)));
        assertEquals(List.of("set_context"), names(sessionWith(SOUL, MEMORY)));
        assertEquals(List.of("set_context", "load_context", "unload_context"), names(sessionWith(SKILLS)));
        assertEquals(List.of("set_context", "search_context"), names(sessionWith(KNOWLEDGE)));
        var everything = sessionOf(agentWith("'searchableHistory':true,", KNOWLEDGE, SKILLS, MEMORY), null);
        assertEquals(
                List.of("set_context", "load_context", "unload_context", "search_context", "session_search"),
                names(everything));
    }

    @Test
    void toolsAreAddedAndRemovedWithTheirBlock() {
        var id = session();
        addBlock(id, SKILLS).expect(201);
        assertEquals(List.of("set_context", "load_context", "unload_context"), names(id));
        api().delete(BLOCK, id, "skills").send().expect(204);
        assertEquals(List.of(), names(id));
        call(id, "load_context", "{'label':'skills','key':'k'}").problem(404, "tool-not-found");
    }

    @ParameterizedTest
    @CsvSource({
        "openai,/function/name,/function/parameters",
        "openai-responses,/name,/parameters",
        "anthropic,/name,/input_schema",
        "mcp,/name,/inputSchema",
        "ai-sdk,/name,/inputSchema"
    })
    void toolsAreListedInRequestedFormat(String format, String name, String schema) {
        var tool = api().get(TOOLS, sessionWith(MEMORY))
                .query("format", format)
                .send()
                .expect(200)
                .json()
                .at("/tools/0");
        assertEquals("set_context", Json.text(tool.at(name)));
        assertEquals("object", Json.text(tool.at(schema + "/type")));
        assertEquals("memory", Json.text(tool.at(schema + "/properties/label/enum/0")));
        assertEquals(List.of("label", "content"), texts(tool.at(schema + "/required")));
    }

    @Test
    void openaiIsDefaultFormat() {
        var id = sessionWith(MEMORY);
        var openai = api().get(TOOLS, id).query("format", "openai").send().expect(200);
        assertArrayEquals(openai.body(), list(id).body());
        api().get(TOOLS, id).query("format", "gemini").send().problem(400, "malformed");
        api().get(TOOLS, id).query("format", "").send().problem(400, "malformed");
    }

    @Test
    void toolListDoesNotDependOnContent() {
        var id = sessionWith(MEMORY, SKILLS, KNOWLEDGE);
        var before = list(id);
        result(id, "set_context", "{'label':'memory','content':'c'}");
        result(id, "set_context", "{'label':'skills','content':'c'}");
        append(id, message("m0", "hello")).expect(201);
        assertArrayEquals(before.body(), list(id).body());
    }

    @Test
    void setContextReplacesUnlessActionIsAppend() {
        var id = sessionWith(MEMORY);
        assertEquals(
                "Written to memory. Usage: 50% (5/10 tokens)",
                result(id, "set_context", "{'label':'memory','content':'User likes coffee.'}"));
        assertEquals("User likes coffee.", content(id, "memory"));
        assertEquals(
                "Written to memory. Usage: 90% (9/10 tokens)",
                result(id, "set_context", "{'label':'memory','content':'And dark roast.','action':'append'}"));
        assertEquals("User likes coffee.\nAnd dark roast.", content(id, "memory"));
        result(id, "set_context", "{'label':'memory','content':'x','action':'replace'}");
        assertEquals("x", content(id, "memory"));
        result(id, "set_context", "{'label':'memory','content':''}");
        assertEquals("", content(id, "memory"));
    }

    @Test
    void usageWithoutLimitIsTokenCount() {
        var id = sessionWith("{'label':'notes'}");
        assertEquals(
                "Written to notes. Usage: 4 tokens",
                result(id, "set_context", "{'label':'notes','content':'one two three'}"));
    }

    @Test
    void contentBeyondTokenLimitIsNotWritten() {
        var id = sessionWith(MEMORY);
        assertEquals(
                "Written to memory. Usage: 100% (10/10 tokens)",
                result(id, "set_context", "{'label':'memory','content':'%s'}".formatted("x".repeat(40))));
        var error = result(id, "set_context", "{'label':'memory','content':'%s'}".formatted("y".repeat(41)));
        assertTrue(error.startsWith("Error: ") && error.contains("11") && error.contains("10"), error);
        error = result(id, "set_context", "{'label':'memory','content':'y','action':'append'}");
        assertTrue(error.startsWith("Error: "), error);
        assertEquals("x".repeat(40), content(id, "memory"));
    }

    @Test
    void contentBeyondMaximumBlockSizeIsNotWritten() {
        var id = sessionWith("{'label':'notes'}", SKILLS);
        for (var label : List.of("notes", "skills")) {
            var error = result(
                    id, "set_context", "{'label':'%s','content':'%s'}".formatted(label, "x".repeat((1 << 20) + 1)));
            assertTrue(error.startsWith("Error: "), error);
        }
        assertEquals("", content(id, "notes"));
        assertEquals("", content(id, "skills"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'label':'diary','content':'c'}|Error: block \"diary\" not found",
                "{'label':'Memory','content':'c'}|Error: block \"Memory\" not found",
                "{'label':'soul','content':'c'}|Error: block \"soul\" is read-only",
                "{}|Error: \"label\" is missing; arguments: label, content, action",
                "{'label':'memory'}|Error: \"content\" is missing; arguments: label, content, action",
                "{'label':'memory','content':null}|Error: \"content\" is missing; arguments: label, content, action",
                "{'label':'memory','content':7}|Error: \"content\" must be a string",
                "{'label':'memory','content':'c','action':'delete'}|Error: \"action\" must be replace or append",
                "{'label':'memory','content':'\\ud800'}|Error: \"content\" holds half a surrogate pair"
            })
    void invalidArgumentsReturnErrorToModel(String arguments, String expected) {
        var id = sessionWith(SOUL, MEMORY);
        var before = get(id).etag();
        assertEquals(expected, result(id, "set_context", arguments));
        assertEquals("", content(id, "memory"));
        assertEquals("Be kind.", content(id, "soul"));
        assertEquals(before, get(id).etag());
    }

    @Test
    void missingBodyIsEmptyObject() {
        var id = sessionWith(MEMORY);
        var answer = api().post(TOOL, id, "set_context").send().expect(200);
        assertEquals("Error: \"label\" is missing; arguments: label, content, action", answer.at("/result"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "null", "'label'", "{", "{'label':'memory','content':'c'}}", "{'a':1,'a':1}", "\u0000"})
    void bodyThatIsNoObjectIsRefused(String body) {
        call(sessionWith(MEMORY), "set_context", body).problem(400, "malformed");
    }

    @Test
    void otherContentTypeIsRefused() {
        api().post(TOOL, sessionWith(MEMORY), "set_context")
                .body("text/plain", Json.bytes("{}"))
                .send()
                .problem(415, "not-json");
    }

    @Test
    void entryKeyIsDerivedFromTitle() {
        var id = sessionWith(MEMORY, SKILLS, KNOWLEDGE);
        assertEquals(
                "Indexed \"coffee-order\" in skills.",
                result(
                        id,
                        "set_context",
                        "{'label':'skills','content':'Black.','metadata':{'title':'Coffee Order!'}}"));
        assertEquals("Black.", result(id, "load_context", "{'label':'skills','key':'coffee-order'}"));
        var entry = api().get(ENTRY, id, "skills", "coffee-order").send().expect(200);
        assertEquals("Coffee Order!", entry.at("/title"));
        assertEquals("Coffee Order!", entry.at("/description"));
        var again = "{'label':'skills','content':'With milk.','action':'append',"
                + "'metadata':{'title':'coffee order','description':'How to'}}";
        assertEquals("Indexed \"coffee-order\" in skills.", result(id, "set_context", again));
        assertEquals("With milk.", result(id, "load_context", "{'label':'skills','key':'coffee-order'}"));
        assertEquals(
                "How to",
                api().get(ENTRY, id, "skills", "coffee-order")
                        .send()
                        .expect(200)
                        .at("/description"));
    }

    @Test
    void entryWithoutTitleGetsGeneratedKey() {
        var id = sessionWith(KNOWLEDGE);
        var first = result(id, "set_context", "{'label':'knowledge','content':'Likes tea'}");
        assertTrue(first.matches("Indexed \"likes-tea-[0-9a-z]+\" in knowledge\\."), first);
        assertEquals(first, result(id, "set_context", "{'label':'knowledge','content':'Likes tea'}"));
        assertNotEquals(first, result(id, "set_context", "{'label':'knowledge','content':'likes tea'}"));
    }

    /** The two texts have the same hash, and no character that a key could contain. */
    @Test
    void generatedKeysNeverCollide() {
        var id = sessionWith(SKILLS);
        var one = result(id, "set_context", "{'label':'skills','content':'\u8448\u5437\u6EFA\u9C01'}");
        var other = result(id, "set_context", "{'label':'skills','content':'\u6B12\u5AFF\u6137\u90E4'}");
        assertEquals(one.replace("\" in", "-2\" in"), other);
        var key = one.substring(one.indexOf('"') + 1, one.lastIndexOf('"'));
        var load = "{'label':'skills','key':'%s'}";
        assertEquals("\u8448\u5437\u6EFA\u9C01", result(id, "load_context", load.formatted(key)));
        assertEquals("\u6B12\u5AFF\u6137\u90E4", result(id, "load_context", load.formatted(key + "-2")));
    }

    @Test
    void skillsAreLoadedByKey() {
        var id = sessionWith(MEMORY, SKILLS, KNOWLEDGE);
        putEntry(id, "skills", "Pirate ", "Arr!", null);
        putEntry(id, "skills", "pirate", "Arr!\n\"Ahoy\"\n", null).expect(201);
        assertEquals("Arr!\n\"Ahoy\"\n", result(id, "load_context", "{'label':'skills','key':'pirate'}"));
        assertEquals("Not found: PIRATES", result(id, "load_context", "{'label':'skills','key':'PIRATES'}"));
        assertEquals("Not found: ../a", result(id, "load_context", "{'label':'skills','key':'../a'}"));
        assertEquals("Not found: ", result(id, "load_context", "{'label':'skills','key':''}"));
        for (var tool : List.of("load_context", "unload_context")) {
            for (var label : List.of("memory", "knowledge", "none")) {
                assertEquals(
                        "Error: \"" + label + "\" is not a skill block. Skill blocks: skills",
                        result(id, tool, "{'label':'%s','key':'pirate'}".formatted(label)));
            }
        }
    }

    @Test
    void loadedSkillCanBeUnloaded() {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", "pirate", "Arr!", null).expect(201);
        var pirate = "{'label':'skills','key':'pirate'}";
        assertEquals("Skill \"pirate\" is not currently loaded in \"skills\".", result(id, "unload_context", pirate));
        append(id, skillLoadMessage("a1", "pirate", result(id, "load_context", pirate)))
                .expect(201);
        assertTrue(description(id, "unload_context").contains("- \"pirate\" in \"skills\""));
        assertEquals("Unloaded \"pirate\" from skills. Context reclaimed.", result(id, "unload_context", pirate));
        assertEquals("[skill unloaded: pirate]", history(id).at("/messages/0/parts/0/output"));
        assertFalse(description(id, "unload_context").contains("pirate"));
        assertEquals("Skill \"pirate\" is not currently loaded in \"skills\".", result(id, "unload_context", pirate));
    }

    @Test
    void loadWithoutStoredResultIsIgnored() {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", "pirate", "Arr!", null).expect(201);
        var pirate = "{'label':'skills','key':'pirate'}";
        result(id, "load_context", pirate);
        assertFalse(description(id, "unload_context").contains("pirate"));
        assertEquals("Skill \"pirate\" is not currently loaded in \"skills\".", result(id, "unload_context", pirate));
    }

    @Test
    void entriesAreFoundByWords() {
        var id = sessionWith(MEMORY, KNOWLEDGE);
        var search = "{'label':'knowledge','query':'%s'}";
        assertEquals("No results found.", result(id, "search_context", search.formatted("deployment")));
        putEntry(id, "knowledge", "deploy", "The deployment is on Friday.\n\nAt nine.", null)
                .expect(201);
        putEntry(id, "knowledge", "cafe", "The café opens at nine.", null).expect(201);
        assertEquals(
                "[deploy]\nThe deployment is on Friday.\n\nAt nine.",
                result(id, "search_context", search.formatted("friday deployments")));
        var both = result(id, "search_context", search.formatted("nine"));
        assertTrue(both.contains("[deploy]\nThe deployment is on Friday.\n\nAt nine."), both);
        assertTrue(both.contains("[cafe]\nThe café opens at nine."), both);
        assertTrue(both.contains(".\n\n["), both);
        assertEquals("No results found.", result(id, "search_context", search.formatted("submarine")));
        assertEquals("Error: \"query\" is blank", result(id, "search_context", search.formatted(" ")));
        assertEquals(
                "Error: \"memory\" is not searchable. Searchable blocks: knowledge",
                result(id, "search_context", "{'label':'memory','query':'q'}"));
    }

    @Test
    void searchReturnsAtMostTenEntries() {
        var id = sessionWith(KNOWLEDGE);
        IntStream.range(0, 12).forEach(i -> putEntry(id, "knowledge", "k" + i, "oak number " + i, null)
                .expect(201));
        awaitIndexed(); // a search waits for the index, but on a busy machine not long enough for twelve entries
        var found = result(id, "search_context", "{'label':'knowledge','query':'oak'}");
        assertEquals(10, found.lines().filter(line -> line.startsWith("[k")).count());
    }

    @Test
    void pastSessionsOfSameUserAreSearched() {
        var agent = agentWith("'searchableHistory':true,", MEMORY);
        var ada = unique("ada");
        var word = uniqueWord();
        var past = sessionOf(agent, ada);
        append(past, message("m0", "The " + word + " is in April.\n---\nBring shoes."))
                .expect(201);
        var strangers = sessionOf(agent, unique("bob"));
        append(strangers, message("m0", "Mine is " + word)).expect(201);
        var id = sessionOf(agent, ada);
        append(id, message("m0", "When was the " + word + "?")).expect(201);
        awaitIndexed();
        assertEquals(
                "[" + past + ", 2026-03-01T10:00:00.000Z, user]\nThe " + word + " is in April.\n ---\nBring shoes.",
                result(id, "session_search", "{'query':'%s'}".formatted(word)));
        assertEquals("No results found.", result(id, "session_search", "{'query':'%s'}".formatted(uniqueWord())));
        assertEquals("Error: \"query\" is blank", result(id, "session_search", "{'query':''}"));
        assertEquals("Error: \"query\" is missing; arguments: query", result(id, "session_search", "{}"));
    }

    @Test
    void sessionSearchReturnsAtMostTenSeparatedHits() {
        var agent = agentWith("'searchableHistory':true,");
        var user = unique("user");
        var word = uniqueWord();
        var past = sessionOf(agent, user);
        for (var i = 0; i < 12; i++) {
            append(past, message("m" + i, i % 2 == 0 ? "user" : "assistant", word + " " + i))
                    .expect(201);
        }
        awaitIndexed();
        var found = result(sessionOf(agent, user), "session_search", "{'query':'%s'}".formatted(word));
        var hits = found.split("\n---\n", -1);
        assertEquals(10, hits.length, found);
        for (var hit : hits) {
            assertTrue(hit.matches("\\[" + past + ", [-0-9T:.]+Z, (user|assistant)]\n" + word + " \\d+"), hit);
        }
    }

    @Test
    void unknownToolIsNotFound() {
        var id = sessionWith(MEMORY);
        for (var tool : List.of("load_context", "session_search", "SET_CONTEXT", "none", "set_context ")) {
            call(id, tool, "{}").problem(404, "tool-not-found");
        }
        call(unique("none"), "set_context", "{}").problem(404, "session-not-found");
        api().get(TOOLS, unique("none")).send().problem(404, "session-not-found");
        api().get(TOOL, id, "set_context").send().problem(405, "no-such-route");
    }

    @Test
    void userBlockIsNotWrittenWithoutUser() {
        var agent = agent("{'label':'about','scope':'user'}");
        var error = result(sessionOf(agent, null), "set_context", "{'label':'about','content':'c'}");
        assertTrue(error.startsWith("Error: "), error);
        assertEquals(
                "Written to about. Usage: 2 tokens",
                result(sessionOf(agent, unique("ada")), "set_context", "{'label':'about','content':'c'}"));
    }

    @Test
    void callWithIdempotencyKeyIsReplayed() {
        var id = sessionWith(MEMORY);
        var append = api().post(TOOL, id, "set_context")
                .header("Idempotency-Key", unique("key"))
                .json("{\"label\":\"memory\",\"content\":\"c\",\"action\":\"append\"}");
        var first = append.send().expect(200);
        assertNull(first.header("Idempotency-Replayed"));
        assertReplayed(first, append.send());
        assertEquals("c", content(id, "memory"));
    }

    @Test
    void errorResultIsReplayed() {
        var id = sessionWith(MEMORY);
        write(id, "memory", "x".repeat(38)).expect(200);
        var append = api().post(TOOL, id, "set_context")
                .header("Idempotency-Key", unique("key"))
                .json("{\"label\":\"memory\",\"content\":\"much\",\"action\":\"append\"}");
        var first = append.send().expect(200);
        assertTrue(first.at("/result").startsWith("Error: "), first.toString());
        write(id, "memory", "").expect(200);
        assertReplayed(first, append.send());
        assertEquals("", content(id, "memory"));
        append.json("{\"label\":\"memory\",\"content\":\"c\"}").send().problem(422, "idempotency-mismatch");
    }

    private static void assertReplayed(HttpAnswer first, HttpAnswer second) {
        assertEquals("true", second.header("Idempotency-Replayed"), second.toString());
        assertEquals(first.status(), second.status());
        assertArrayEquals(first.body(), second.body());
    }

    @Test
    void concurrentCallsAreAllApplied() {
        var id = sessionWith("{'label':'notes'}");
        ParallelClients.of(8, i -> {
            for (var n = 0; n < 5; n++) {
                var line = "line " + i + "." + n;
                retryWhileBusy(
                        200,
                        () -> call(
                                id,
                                "set_context",
                                "{'label':'notes','content':'%s','action':'append'}".formatted(line)));
            }
            return null;
        });
        assertEquals(40, content(id, "notes").lines().distinct().count());
    }
}
