package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Context blocks: their members, writes, versions and scopes. */
class ContextBlocksIT extends PromptApi {
    private static final String SOUL =
            "{'label':'soul','provider':{'type':'text'},'content':'You are a helpful assistant.'}";
    private static final String MEMORY = "{'label':'memory','description':'Learned facts','maxTokens':20}";

    @Test
    void sessionWithoutAgentHasNoBlocks() {
        var id = session();
        var list = api().get(CONTEXT, id).send().expect(200);
        assertEquals("{\"items\":[],\"nextCursor\":null}", list.text());
        block(id, "memory").problem(404, "block-not-found");
        write(id, "memory", "x").problem(404, "block-not-found");
        appendTo(id, "memory", "x").problem(404, "block-not-found");
        assertEquals("", promptOf(id));
    }

    @Test
    void missingAgentDeclaresNoBlocks() {
        var id = sessionOf(unique("nobody"), null);
        assertEquals(List.of(), api().get(CONTEXT, id).send().expect(200).all("/items", "label"));
    }

    @Test
    void blocksAreListedInOrderOfDeclaration() {
        var id = sessionWith(MEMORY, SOUL, "{'label':'a'}");
        assertEquals(
                List.of("memory", "soul", "a"),
                api().get(CONTEXT, id).send().expect(200).all("/items", "label"));
    }

    @Test
    void blockIsReturnedWithAllMembers() {
        var id = sessionWith(
                SOUL,
                MEMORY,
                "{'label':'skills','provider':{'type':'skills'}}",
                "{'label':'k','provider':{'type':'search'}}");
        assertEquals(
                Json.parse(
                        """
                        {"label":"soul","description":null,"content":"You are a helpful assistant.","tokens":7,
                        "maxTokens":null,"writable":false,"skill":false,"searchable":false}"""),
                block(id, "soul").expect(200).json());
        assertEquals(
                Json.parse(
                        """
                        {"label":"memory","description":"Learned facts","content":"","tokens":0,
                        "maxTokens":20,"writable":true,"skill":false,"searchable":false}"""),
                block(id, "memory").expect(200).json());
        assertTrue(block(id, "skills").json().path("skill").asBoolean());
        assertTrue(block(id, "skills").json().path("writable").asBoolean());
        assertTrue(block(id, "k").json().path("searchable").asBoolean());
        assertFalse(block(id, "k").json().path("skill").asBoolean());
    }

    @Test
    void writeReplacesAndAppendAddsLine() {
        var id = sessionWith(MEMORY);
        assertEquals("one", write(id, "memory", "one").expect(200).at("/content"));
        assertEquals("one\ntwo", appendTo(id, "memory", "two").expect(200).at("/content"));
        assertEquals("one\ntwo\n", appendTo(id, "memory", "\n").expect(200).at("/content"));
        assertEquals(
                "one\ntwo\nthree", appendTo(id, "memory", "three").expect(200).at("/content"));
        write(id, "memory", "").expect(200);
        assertEquals("x", appendTo(id, "memory", "x").expect(200).at("/content"));
        assertEquals("x", content(id, "memory"));
    }

    @Test
    void readOnlyBlockIsNotWritten() {
        var id = sessionWith(SOUL, "{'label':'h','provider':{'type':'history'}}");
        write(id, "soul", "x").problem(409, "block-readonly");
        appendTo(id, "soul", "x").problem(409, "block-readonly");
        api().put(ENTRY, id, "h", "k").json("{\"content\":\"x\"}").send().problem(409, "block-readonly");
    }

    @ParameterizedTest
    @ValueSource(strings = {"skills", "search"})
    void keyedBlockHasNoText(String type) {
        var id = sessionWith("{'label':'b','provider':{'type':'" + type + "'}}");
        write(id, "b", "x").problem(409, "block-keyed");
        appendTo(id, "b", "x").problem(409, "block-keyed");
        api().get(BLOCK + "/versions", id, "b").send().problem(409, "block-keyed");
        assertEquals("", content(id, "b"));
    }

    @Test
    void writeBeyondMaxTokensIsRefused() {
        var id = sessionWith("{'label':'m','maxTokens':5}");
        write(id, "m", "x".repeat(20)).expect(200);
        var refused = write(id, "m", "x".repeat(21)).problem(422, "block-too-long");
        assertEquals(6, refused.number("/tokens"));
        assertEquals(5, refused.number("/limit"));
        assertEquals("x".repeat(20), content(id, "m"));
        write(id, "m", "x".repeat(17)).expect(200);
        appendTo(id, "m", "yy").expect(200);
        appendTo(id, "m", "z").problem(422, "block-too-long");
        assertEquals("x".repeat(17) + "\nyy", content(id, "m"));
    }

    /** A quarter of the characters or 1.3 per word, whichever is more. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"abcd|2", "abcdefghi|3", "a b c|4", "a  b\tc d|6", " |1", "äöüß|2"})
    void tokensAreEstimated(String text, int tokens) {
        var id = sessionWith("{'label':'m'}");
        assertEquals(tokens, write(id, "m", text).expect(200).number("/tokens"));
    }

    @Test
    void everyWriteCreatesVersionThatCanBeRestored() {
        var id = sessionWith("{'label':'m'}");
        assertEquals("\"0\"", block(id, "m").etag());
        assertEquals("\"1\"", write(id, "m", "one").expect(200).etag());
        assertEquals("\"2\"", appendTo(id, "m", "two").expect(200).etag());
        var versions = api().get(BLOCK + "/versions", id, "m").send().expect(200);
        assertEquals(List.of("2", "1"), versions.all("/items", "version"));
        assertEquals(List.of("one\ntwo", "one"), versions.all("/items", "content"));
        assertTrue(versions.at("/items/0/createdAt").endsWith("Z"));
        var restored =
                api().post(BLOCK + "/versions", id, "m").json("{\"version\":1}").send();
        assertEquals("one", restored.expect(200).at("/content"));
        assertEquals("\"3\"", restored.etag());
        assertEquals("one", content(id, "m"));
        var page = api().get(BLOCK + "/versions", id, "m").query("limit", 2);
        assertEquals(List.of("3", "2"), page.send().expect(200).all("/items", "version"));
        var cursor = page.send().at("/nextCursor");
        assertEquals(List.of("1"), page.query("cursor", cursor).send().all("/items", "version"));
        for (var version : List.of(0, 4, 1_000_000)) {
            var answer = api().post(BLOCK + "/versions", id, "m")
                    .json("{\"version\":" + version + "}")
                    .send();
            answer.problem(version == 0 ? 400 : 404, version == 0 ? "out-of-range" : "version-not-found");
        }
        write(id, "m", "one").expect(200);
        assertEquals("\"3\"", block(id, "m").etag());
    }

    @Test
    void writeHonorsIfMatch() {
        var id = sessionWith("{'label':'m'}");
        var put = api().put(BLOCK, id, "m").json("{\"content\":\"a\"}");
        put.header("If-Match", "\"0\"").send().expect(200);
        put.send().problem(412, "stale-version");
        appendTo(id, "m", "b").expect(200);
        assertEquals("a\nb", content(id, "m"));
    }

    @Test
    void storedBlockMayHaveInitialText() {
        var id = sessionWith("{'label':'m','content':'seed'}");
        assertEquals("seed", content(id, "m"));
        assertEquals("seed\nmore", appendTo(id, "m", "more").expect(200).at("/content"));
        write(id, "m", "").expect(200);
        assertEquals("", content(id, "m"));
    }

    @Test
    void formerEntriesDoNotReplaceInitialText() {
        var id = session();
        addBlock(id, "{'label':'kb','provider':{'type':'skills'}}").expect(201);
        putEntry(id, "kb", "tea", "Steep.", null).expect(201);
        api().delete(BLOCK, id, "kb").send().expect(204);
        assertEquals(
                "hello",
                addBlock(id, "{'label':'kb','content':'hello'}").expect(201).at("/content"));
        assertEquals("hello\nmore", appendTo(id, "kb", "more").expect(200).at("/content"));
        write(id, "kb", "").expect(200);
        assertEquals("", content(id, "kb"));
    }

    @Test
    void writeOfBlockChangesSessionETag() {
        var id = sessionWith("{'label':'m'}");
        var before = get(id).etag();
        write(id, "m", "x").expect(200);
        assertNotEquals(before, get(id).etag());
    }

    @Test
    void scopeDeterminesWhoSharesContent() {
        var blocks = new String[] {
            "{'label':'s'}",
            "{'label':'u','scope':'user'}",
            "{'label':'a','scope':'agent'}",
            "{'label':'t-" + unique("t") + "','scope':'tenant'}"
        };
        var shared = Json.parse(blocks[3].replace('\'', '"')).path("label").asString();
        var agent = agent(blocks);
        var other = agent(blocks);
        var user = unique("u");
        var first = sessionOf(agent, user);
        for (var label : List.of("s", "u", "a", shared)) {
            write(first, label, label).expect(200);
        }
        var sameAgentAndUser = sessionOf(agent, user);
        assertEquals(List.of("", "u", "a", shared), contents(sameAgentAndUser));
        assertEquals(List.of("", "u", "", shared), contents(sessionOf(other, user)));
        assertEquals(List.of("", "", "a", shared), contents(sessionOf(agent, unique("u"))));
        assertEquals(List.of("", "", "", shared), contents(sessionOf(other, unique("u"))));
        appendTo(sameAgentAndUser, "u", "more").expect(200);
        assertEquals("u\nmore", content(first, "u"));
    }

    private static List<String> contents(String session) {
        return api().get(CONTEXT, session).send().expect(200).all("/items", "content");
    }

    @Test
    void userBlockOfSessionWithoutUserIsEmptyAndReadOnly() {
        var id = sessionWith(
                "{'label':'u','scope':'user','content':'seed'}",
                "{'label':'k','scope':'user','provider':{'type':'skills'}}");
        assertEquals(List.of("", ""), contents(id));
        write(id, "u", "x").problem(409, "no-user");
        appendTo(id, "u", "x").problem(409, "no-user");
        putEntry(id, "k", "key", "x", null).problem(409, "no-user");
        assertEquals(section("U [writable]", "") + "\n\n" + section("K [loadable]", ""), promptOf(id));
    }

    @Test
    void tenantBlockIsNotSharedWithOtherTenant() {
        var label = unique("t");
        var block = "{'label':'" + label + "','scope':'tenant'}";
        var name = unique("agent");
        declare(api(), name, "", block).expect(201);
        var id = sessionOf(name, null);
        write(id, label, "secret").expect(200);
        var other = api().as(token(unique("tenant"), "write"));
        declare(other, name, "", block).expect(201);
        other.put(SESSION, id).json(Json.object("agent", name)).send().expect(201);
        assertEquals("", other.get(BLOCK, id, label).send().expect(200).at("/content"));
    }

    @Test
    void blockIsAddedToOneSessionOnly() {
        var agent = agent(MEMORY);
        var id = sessionOf(agent, null);
        var added = addBlock(id, "{'label':'todo','description':'Open','maxTokens':9}")
                .expect(201);
        assertEquals("todo", added.at("/label"));
        assertEquals(9, added.number("/maxTokens"));
        addBlock(id, "{'label':'todo'}").problem(409, "block-exists");
        addBlock(id, "{'label':'memory'}").problem(409, "block-exists");
        write(id, "todo", "x").expect(200);
        assertEquals(List.of("memory", "todo"), labels(id));
        assertEquals(List.of("memory"), labels(sessionOf(agent, null)));
        var withoutAgent = session();
        addBlock(withoutAgent, "{'label':'z'}").expect(201);
        addBlock(withoutAgent, "{'label':'y','provider':{'type':'text'},'content':'Y'}")
                .expect(201);
        assertEquals(List.of("z", "y"), labels(withoutAgent));
        addBlock(withoutAgent, "{'label':'x','scope':'agent'}").problem(422, "invalid");
        addBlock(withoutAgent, "{'label':'x','colour':1}").problem(400, "unknown-field");
        addBlock(withoutAgent, "{'label':'a/b'}").problem(422, "invalid-id");
    }

    private static List<String> labels(String session) {
        return api().get(CONTEXT, session).send().expect(200).all("/items", "label");
    }

    @Test
    void removedBlockKeepsItsContent() {
        var id = sessionWith(MEMORY, "{'label':'m'}");
        write(id, "m", "kept").expect(200);
        api().delete(BLOCK, id, "m").send().expect(204);
        api().delete(BLOCK, id, "m").send().problem(404, "block-not-found");
        block(id, "m").problem(404, "block-not-found");
        assertEquals(List.of("memory"), labels(id));
        addBlock(id, "{'label':'m'}").expect(201);
        assertEquals("kept", content(id, "m"));
        api().delete(BLOCK, id, "m").send().expect(204);
        addBlock(id, "{'label':'m'}").expect(201);
        assertEquals("kept", content(id, "m"));
    }

    @Test
    void changedAgentChangesBlocksOfItsSessions() {
        var name = unique("agent");
        declare(api(), name, "", "{'label':'a'}").expect(201);
        var id = sessionOf(name, null);
        write(id, "a", "x").expect(200);
        declare(api(), name, "", "{'label':'b'}", "{'label':'a','maxTokens':50}")
                .expect(200);
        assertEquals(List.of("b", "a"), labels(id));
        assertEquals("x", content(id, "a"));
        api().delete(AGENT, name).send().expect(204);
        assertEquals(List.of(), labels(id));
        declare(api(), name, "", "{'label':'a'}").expect(201);
        assertEquals("x", content(id, "a"));
    }

    @Test
    void deletedSessionLosesItsOwnContentOnly() {
        var agent = agent("{'label':'m'}", "{'label':'u','scope':'user'}");
        var user = unique("u");
        var id = sessionOf(agent, user);
        write(id, "m", "own").expect(200);
        write(id, "u", "shared").expect(200);
        addBlock(id, "{'label':'more'}").expect(201);
        prompt(id);
        api().delete(SESSION, id).send().expect(204);
        block(id, "m").problem(404, "session-not-found");
        create(Json.object("id", id, "agent", agent, "userId", user)).expect(201);
        assertEquals(List.of("m", "u"), labels(id));
        assertEquals("", content(id, "m"));
        assertEquals("shared", content(id, "u"));
        assertTrue(promptOf(id).endsWith("shared"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"content\":null}",
                "{\"content\":1}",
                "{\"content\":\"a\",\"x\":1}",
                "[]",
                "",
                "{\"content\":\"\\ud800\"}"
            })
    void invalidTextIsRefused(String body) {
        var id = sessionWith("{'label':'m'}");
        assertRefused(api().put(BLOCK, id, "m").json(body).send());
        assertRefused(api().post(BLOCK + "/append", id, "m").json(body).send());
        assertEquals("\"0\"", block(id, "m").etag());
    }

    @Test
    void textIsStoredUnchangedUpToLimit() {
        var id = sessionWith("{'label':'m'}");
        var specialCharacters = "\u0000\t\r\n \u2028é\uD83D\uDE00 ═══\\\"";
        assertEquals(
                specialCharacters, write(id, "m", specialCharacters).expect(200).at("/content"));
        assertEquals(specialCharacters, content(id, "m"));
        write(id, "m", "x".repeat(1 << 20)).expect(200);
        write(id, "m", "é".repeat(1 << 20)).problem(413, "too-large");
        appendTo(id, "m", "y").problem(413, "too-large");
    }

    @Test
    void appendWithIdempotencyKeyIsDoneOnce() {
        var id = sessionWith("{'label':'m'}");
        var append = api().post(BLOCK + "/append", id, "m")
                .header("Idempotency-Key", "k")
                .json("{\"content\":\"once\"}");
        append.send().expect(200);
        append.send().expect(200);
        assertEquals("once", content(id, "m"));
    }

    @Test
    void concurrentAppendsToSharedBlockLoseNothing() {
        var agent = agent("{'label':'u','scope':'user'}");
        var user = unique("u");
        var sessions =
                List.of(sessionOf(agent, user), sessionOf(agent, user), sessionOf(agent, user), sessionOf(agent, user));
        ParallelClients.of(4, writer -> {
            for (int i = 0; i < 10; i++) {
                int line = i;
                retryWhileBusy(200, () -> appendTo(sessions.get(writer), "u", writer + "." + line));
            }
            return writer;
        });
        assertEquals(40, content(sessions.get(0), "u").lines().distinct().count());
    }
}
