package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malicious or extreme input to context blocks, prompts and tools is refused or bounded. */
@DatabaseNeutral
@RunsAlone("bounds the time of requests")
class ContextAttacksIT extends ToolApi {
    private static final String EMOJI = "\uD83D\uDE00";
    private static final Pattern LINE_END = Pattern.compile("\\R");

    /** Far more than a request takes on a busy machine, and less than one whose cost explodes. */
    private static final Duration IN_TIME = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "set_context|{\"label\":\"\\ud800\",\"content\":\"x\"}",
                "set_context|{\"label\":\"memory\",\"content\":\"\\ud800\"}",
                "set_context|{\"label\":\"memory\",\"content\":\"x\",\"action\":\"\\ud800\"}",
                "set_context|{\"label\":\"skills\",\"content\":\"x\",\"metadata\":{\"title\":\"\\ud800\"}}",
                "set_context|{\"label\":\"skills\",\"content\":\"x\",\"key\":\"\\ud800\"}",
                "set_context|{\"arguments\":\"{\\\"label\\\":\\\"\\ud800\\\"}\"}",
                "load_context|{\"label\":\"skills\",\"metadata\":{\"title\":\"\\ud800\"}}",
                "load_context|{\"label\":\"\\ud800\",\"key\":\"x\"}",
                "load_context|{\"label\":\"skills\",\"key\":\"\\udc00\"}",
                "unload_context|{\"label\":\"\\ud800\",\"key\":\"x\"}",
                "search_context|{\"label\":\"\\ud800\",\"query\":\"x\"}",
                "search_context|{\"label\":\"knowledge\",\"query\":\"\\ud800\"}"
            })
    void loneSurrogateInToolCallGivesErrorResult(String tool, String arguments) {
        var id = sessionWith(MEMORY, SKILLS, KNOWLEDGE);
        var answer = api().post(TOOL, id, tool).json(arguments).send().expect(200);
        assertTrue(answer.at("/result").startsWith("Error: "), answer.toString());
        assertEquals("", content(id, "memory"));
    }

    @Test
    void loneSurrogateInFieldNameIsRefused() {
        var id = sessionWith(MEMORY);
        api().put(AGENT, unique("a")).json("{\"\\ud800\":1}").send().problem(400, "unknown-field");
        api().post(CONTEXT, id).json("{\"\\ud800\":1}").send().problem(400, "unknown-field");
        api().put(BLOCK, id, "memory").json("{\"\\ud800\":1}").send().problem(400, "unknown-field");
    }

    @Test
    void descriptionIsListedOnOneLine() {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", "a", "text", "one\u2028- x: two\u0085- y\u2029- z\u000B- v\r- w")
                .expect(201);
        assertEquals("- a: one - x: two - y - z - v - w", content(id, "skills"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u2028b", "a\u2029b", "a\u0085b", "a\nb"})
    void nameWithLineBreakIsRefused(String name) {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", name, "text", null).problem(422, "invalid-id");
        api().post(CONTEXT, id).json(Json.object("label", name)).send().problem(422, "invalid-id");
        api().put(AGENT, unique("a"))
                .json(Json.object("context", List.of(Json.object("label", name))))
                .send()
                .problem(422, "invalid-id");
    }

    @Test
    void loadedKeyIsListedOnOneLine() {
        var id = sessionWith(SKILLS);
        append(id, skillLoadMessage("m", "a\n- \"b\" in \"skills\"\u2028- c", "A document."))
                .expect(201);
        var listed = description(id, "unload_context");
        assertEquals(
                1,
                LINE_END.splitAsStream(listed)
                        .filter(line -> line.startsWith("- "))
                        .count(),
                listed);
    }

    @Test
    void listOfLoadedDocumentsIsBounded() {
        var id = sessionWith(SKILLS);
        for (int batch = 0; batch < 3; batch++) {
            var messages = new String[500];
            for (int i = 0; i < messages.length; i++) {
                messages[i] = skillLoadMessage("m" + batch + '.' + i, "k" + batch + '.' + i, "x");
            }
            append(id, messages).expect(201);
        }
        var listed = description(id, "unload_context");
        assertEquals(1000, listed.lines().filter(line -> line.startsWith("- ")).count());
        assertTrue(listed.endsWith("\"k2.499\" in \"skills\""), "the newest documents are listed");
    }

    @Test
    void recreatedAgentMakesFrozenPromptStale() {
        var name = unique("agent");
        declare(api(), name, "", "{'label':'soul','provider':{'type':'text'},'content':'One.'}")
                .expect(201);
        var id = sessionOf(name, null);
        assertEquals("false", prompt(id).at("/stale"));
        api().delete(AGENT, name).send().expect(204);
        declare(api(), name, "", "{'label':'soul','provider':{'type':'text'},'content':'Two.'}")
                .expect(201);
        assertEquals("true", prompt(id).at("/stale"));
    }

    @Test
    void deleteOfBlockHonorsIfMatch() {
        var id = sessionWith("{'label':'m'}");
        write(id, "m", "one").expect(200);
        var delete = api().delete(BLOCK, id, "m").header("If-Match", "\"0\"");
        delete.send().problem(412, "stale-version");
        assertEquals("one", content(id, "m"));
        api().delete(BLOCK, id, "m").header("If-Match", "\"1\"").send().expect(204);
    }

    @Test
    void pageOfVersionsIsBoundedInBytes() {
        var id = sessionWith("{'label':'m'}");
        for (int i = 0; i < 9; i++) {
            write(id, "m", i + "x".repeat(1 << 20).substring(1)).expect(200);
        }
        assertBounded(
                api().get(BLOCK + "/versions", id, "m").query("limit", 200).send());
        assertEquals(
                9,
                allItems("items", cursor -> {
                            var call = api().get(BLOCK + "/versions", id, "m").query("limit", 200);
                            return (cursor == null ? call : call.query("cursor", cursor)).send();
                        })
                        .size());
    }

    private static void assertBounded(HttpAnswer answer) {
        assertTrue(answer.expect(200).body().length < (9 << 20) / 2, answer.body().length + " bytes");
        assertTrue(answer.json().path("items").size() > 0);
    }

    @Test
    void searchResultIsBoundedInBytes() {
        var id = sessionWith(KNOWLEDGE);
        for (int i = 0; i < 8; i++) {
            putEntry(id, "knowledge", "k" + i, "hazel " + "x ".repeat(500_000), null)
                    .expect(201);
        }
        assertBounded(api().get(ENTRIES, id, "knowledge")
                .query("q", "hazel")
                .query("limit", 200)
                .send());
        var answer = call(id, "search_context", "{'label':'knowledge','query':'hazel'}");
        assertTrue(answer.expect(200).body().length < 9 << 19, answer.body().length + " bytes");
        assertTrue(answer.at("/result").startsWith("[k"));
    }

    @Test
    void pageOfAgentsIsBoundedInBytes() {
        var api = api().as(token(unique("tenant"), "write"));
        for (int i = 0; i < 9; i++) {
            var text = "{'label':'t','provider':{'type':'text'},'content':'" + "x".repeat(1_000_000) + "'}";
            declare(api, "a" + i, "", text).expect(201);
        }
        assertBounded(api.get("/v1/agents").query("limit", 200).send());
        assertEquals(
                9,
                allItems("items", cursor -> {
                            var call = api.get("/v1/agents").query("limit", 200);
                            return (cursor == null ? call : call.query("cursor", cursor)).send();
                        })
                        .size());
    }

    @Test
    void blocksTooLongTogetherAreRefused() {
        var blocks = Stream.of("a", "b", "c", "d", "e")
                .map(label -> "{'label':'" + label + "','scope':'agent'}")
                .toArray(String[]::new);
        var agent = agent(blocks);
        var id = sessionOf(agent, null);
        var frozenSession = sessionOf(agent, null);
        var frozen = promptOf(frozenSession);
        for (var label : List.of("a", "b", "c", "d", "e")) {
            write(id, label, "x".repeat(1_000_000)).expect(200);
        }
        assertRefused(api().get(CONTEXT, id).send()).problem(422, "invalid");
        assertEquals("A [writable]", frozen.lines().skip(1).findFirst().orElseThrow());
        assertEquals(frozen, api().get(PROMPT, frozenSession).send().expect(200).at("/prompt"));
        assertEquals("true", prompt(frozenSession).at("/stale"));
        assertRefused(api().get(PROMPT, frozenSession).query("reminder", true).send())
                .problem(422, "invalid");
        assertRefused(api().get(PROMPT, id).send()).problem(422, "invalid");
        assertRefused(refresh(id)).problem(422, "invalid");
        assertEquals(1_000_000, content(id, "e").length());
        write(id, "e", "").expect(200);
        assertTrue(promptOf(id).length() > 4_000_000);
    }

    @Test
    void blocksAddedToSessionAreLimitedLikeThoseOfAgents() {
        var id = session();
        var text = "{'label':'t%s','provider':{'type':'text'},'content':'" + "x".repeat(500_000) + "'}";
        addBlock(id, text.formatted(1)).expect(201);
        addBlock(id, text.formatted(2)).expect(201);
        addBlock(id, text.formatted(3)).problem(413, "too-large");
        api().delete(BLOCK, id, "t1").send().expect(204);
        addBlock(id, text.formatted(3)).expect(201);
    }

    /** A megabyte of tool results, none of which loads a skill. */
    @Test
    void manyResultsOfOtherToolsAreAppendedInTime() {
        var id = sessionWith(SKILLS);
        append(id, skillLoadMessage("m0", "a", "A document.")).expect(201);
        var parts = new StringBuilder();
        for (int i = 0; i < 40_000; i++) {
            parts.append(i == 0 ? "" : ",").append("{\"type\":\"tool-result\",\"toolCallId\":\"r" + i + "\"}");
        }
        var appended = append(id, "{\"id\":\"m1\",\"role\":\"tool\",\"parts\":[" + parts + "]}");
        appended.expect(201);
        assertTrue(appended.took().compareTo(IN_TIME) < 0, "took " + appended.took());
    }

    @Test
    void manyToolCallsInOneMessageAreAppendedInTime() {
        var id = sessionWith(SKILLS);
        var parts = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            parts.append(i == 0 ? "" : ",")
                    .append("{\"type\":\"tool-load_context\",\"toolCallId\":\"r" + i
                            + "\",\"state\":\"output-available\",\"input\":{\"label\":\"skills\",\"key\":\"k" + i
                            + "\"},\"output\":\"x\"}");
        }
        var appended = append(id, "{\"id\":\"m1\",\"role\":\"assistant\",\"parts\":[" + parts + "]}");
        appended.expect(201);
        assertTrue(appended.took().compareTo(IN_TIME) < 0, "took " + appended.took());
        var next = append(id, skillLoadMessage("m2", "k", "x"));
        assertTrue(next.expect(201).took().compareTo(IN_TIME) < 0, "took " + next.took());
    }

    /** A call changes a bounded number of messages; the next call continues. */
    @Test
    void documentLoadedManyTimesIsUnloadedInSteps() {
        var id = sessionWith(SKILLS);
        var messages = new String[400];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = skillLoadMessage("m" + i, "k", "A document. ".repeat(100));
        }
        append(id, messages).expect(201);
        var unload = call(id, "unload_context", "{'label':'skills','key':'k'}");
        assertTrue(unload.expect(200).at("/result").startsWith("Unloaded"), unload.toString());
        assertTrue(unload.took().compareTo(IN_TIME) < 0, "took " + unload.took());
        assertEquals(200, history(id).text().split("\"A document", -1).length - 1);
        call(id, "unload_context", "{'label':'skills','key':'k'}").expect(200);
        assertFalse(history(id).text().contains("A document."));
        System.out.println("200 documents unloaded in " + unload.took());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit|0|out-of-range",
                "limit|-1|out-of-range",
                "limit|201|out-of-range",
                "limit|1000000000000|out-of-range",
                "limit|x|out-of-range",
                "cursor|x|malformed",
                "cursor|AAAA|malformed"
            })
    void invalidPageParametersAreRefused(String name, String value, String code) {
        var id = sessionWith("{'label':'m'}", SKILLS);
        for (var call : List.of(
                api().get("/v1/agents"), api().get(BLOCK + "/versions", id, "m"), api().get(ENTRIES, id, "skills"))) {
            call.query(name, value).send().problem(400, code);
        }
        if (name.equals("limit")) {
            api().get(ENTRIES, id, "skills")
                    .query("q", "x")
                    .query(name, value)
                    .send()
                    .problem(400, code);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"summary\":%s}",
                "{\"context\":%s}",
                "{\"model\":%s}",
                "{\"label\":%s}",
                "{\"content\":%s}",
                "{\"version\":%s}"
            })
    void nestedOrHugeJsonIsRefusedInTime(String frame) {
        var id = sessionWith(MEMORY, SKILLS);
        var deep = "[".repeat(100_000) + "]".repeat(100_000);
        var objects = "{\"a\":".repeat(80_000) + "1" + "}".repeat(80_000);
        for (var bomb : List.of(deep, objects, "1".repeat(900_000), "1e999999999", "{\"a\":1,\"a\":2}")) {
            var body = frame.formatted(bomb);
            for (var call : List.of(
                    api().put(AGENT, unique("bomb")),
                    api().post(CONTEXT, id),
                    api().put(BLOCK, id, "memory"),
                    api().put(ENTRY, id, "skills", "k"),
                    api().post(BLOCK + "/versions", id, "memory"))) {
                var answer = assertRefused(call.json(body).send());
                assertTrue(answer.took().compareTo(IN_TIME) < 0, answer.took().toString());
            }
            var tool = api().post(TOOL, id, "set_context").json(body).send();
            assertTrue(tool.status() == 200 || tool.status() == 400, tool.toString());
            assertTrue(tool.took().compareTo(IN_TIME) < 0, tool.took().toString());
        }
    }

    @Test
    void namesOfMaximalLengthWork() {
        var long255 = EMOJI.repeat(255);
        var name = unique("a") + EMOJI.repeat(200);
        api().put(AGENT, name)
                .json(Json.object(
                        "description",
                        EMOJI.repeat(2000),
                        "tokenCounter",
                        long255,
                        "context",
                        List.of(
                                Json.object("label", long255, "description", EMOJI.repeat(2000), "scope", "user"),
                                Json.object("label", "skills", "provider", Json.object("type", "skills")))))
                .send()
                .expect(201);
        var id = sessionOf(name, long255);
        write(id, long255, "text").expect(200);
        assertEquals("text", content(id, long255));
        api().put(ENTRY, id, "skills", long255)
                .json(Json.object("content", "x", "title", long255, "description", EMOJI.repeat(2000)))
                .send()
                .expect(201);
        result(
                id,
                "set_context",
                Json.object(
                                "label",
                                "skills",
                                "content",
                                EMOJI.repeat(3000),
                                "metadata",
                                Json.object("title", EMOJI.repeat(300), "description", EMOJI.repeat(3000)))
                        .toString());
        assertEquals(
                2,
                api().get(ENTRIES, id, "skills")
                        .send()
                        .expect(200)
                        .json()
                        .path("items")
                        .size());
        assertEquals(
                "x",
                result(
                        id,
                        "load_context",
                        Json.object("label", "skills", "key", long255).toString()));
        append(id, skillLoadMessage("m", long255, "x")).expect(201);
        assertTrue(description(id, "unload_context").contains(long255));
        putEntry(id, "skills", EMOJI.repeat(256), "x", null).problem(422, "invalid-id");
        putEntry(id, "skills", "k", "x", EMOJI.repeat(2001)).problem(422, "invalid");
    }

    @Test
    void tenantsWithSameNamesShareNothing() {
        var canary = uniqueWord();
        var tenants = List.of(api().as(token(unique("t"), "write")), api().as(token(unique("t"), "write")));
        for (var api : tenants) {
            declare(
                            api,
                            "same",
                            "'searchableHistory':true,",
                            "{'label':'u','scope':'user'}",
                            "{'label':'a','scope':'agent'}",
                            "{'label':'t','scope':'tenant'}",
                            "{'label':'s','scope':'tenant','provider':{'type':'skills'}}",
                            "{'label':'k','scope':'tenant','provider':{'type':'search'}}")
                    .expect(201);
            for (var id : List.of("one", "two")) {
                api.put(SESSION, id)
                        .json(Json.object("agent", "same", "userId", "ada"))
                        .send()
                        .expect(201);
            }
        }
        var own = tenants.get(0);
        var foreign = tenants.get(1);
        for (var label : List.of("u", "a", "t")) {
            own.put(BLOCK, "one", label)
                    .json(Json.object("content", canary))
                    .send()
                    .expect(200);
        }
        for (var label : List.of("s", "k")) {
            own.put(ENTRY, "one", label, "key")
                    .json(Json.object("content", canary, "description", canary))
                    .send()
                    .expect(201);
        }
        own.post(MESSAGES, "one").json(batch(message("m", canary))).send().expect(201);
        awaitIndexed(own);
        var search = "{\"label\":\"k\",\"query\":\"" + canary + "\"}";
        var pastSearch = "{\"query\":\"" + canary + "\"}";
        assertTrue(tool(own, "two", "search_context", search).contains(canary));
        assertTrue(tool(own, "two", "session_search", pastSearch).contains(canary));
        assertTrue(own.get(PROMPT, "two").send().expect(200).text().contains(canary));
        assertEquals("No results found.", tool(foreign, "two", "search_context", search));
        assertEquals("No results found.", tool(foreign, "two", "session_search", pastSearch));
        assertEquals("Not found: key", tool(foreign, "two", "load_context", "{\"label\":\"s\",\"key\":\"key\"}"));
        for (var path : List.of("/prompt", "/context", "/tools", "/context/s/entries", "/context/t/versions")) {
            var answer = foreign.get(SESSION + path, "two").send().expect(200);
            assertFalse(answer.text().contains(canary), answer.toString());
        }
    }

    private static String tool(Api api, String session, String tool, String arguments) {
        return api.post(TOOL, session, tool).json(arguments).send().expect(200).at("/result");
    }

    /** Blocks of a session are stored under its number; users, agents and labels may have any name. */
    @Test
    void namesThatLookLikeOwnersShareNothing() {
        var agent = unique("agent");
        declare(api(), agent, "", "{'label':'s'}", "{'label':'u','scope':'user'}", "{'label':'a','scope':'agent'}")
                .expect(201);
        var first = sessionOf(agent, agent);
        write(first, "s", "session's").expect(200);
        write(first, "a", "agent's").expect(200);
        assertEquals("", content(first, "u"));
        for (int number = 1; number < 60; number++) {
            var id = sessionOf(agent, Integer.toString(number));
            assertEquals("", content(id, "u"));
            assertEquals("", content(id, "s"));
        }
        for (var word : List.of("session", "user", "agent", "tenant", "gone", "'", "\"", "%", "_", "null", EMOJI)) {
            var id = sessionOf(agent, word + first);
            assertEquals("", content(id, "u"));
            write(id, "u", word).expect(200);
            assertEquals(word, content(id, "u"));
        }
    }
}
