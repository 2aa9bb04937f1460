package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents over HTTP: stored by name, replaced as a whole, with versions as ETags. */
@DatabaseNeutral
class AgentsIT extends Contract {

    private static final String AGENT = "/v1/agents/{}";

    private static HttpAnswer put(String agent, Object body) {
        return api().put(AGENT, agent).json(body).send();
    }

    private static HttpAnswer agent(String agent) {
        return api().get(AGENT, agent).send();
    }

    private static String agent() {
        var name = unique("a");
        put(name, "{}").expect(201);
        return name;
    }

    @Test
    void agentIsReturnedWithAllDefaults() {
        var name = unique("a");
        var created = put(name, "{}").expect(201);
        var expected = Json.parse(
                """
                {"name":"%s","description":null,"context":[],"cachedPrompt":true,
                 "compaction":{"summarizer":"extractive","compactAfter":null,"compactBy":"estimate","protectHead":3,
                   "tailTokenBudget":20000,"minTailMessages":2,"mode":"async"},
                 "searchableHistory":null,"tokenCounter":null,"ttlSeconds":null,"maxMessages":null,"model":null,
                 "summary":null,"profile":null,"createdAt":"%s","updatedAt":"%s"}"""
                        .formatted(name, created.at("/createdAt"), created.at("/updatedAt")));
        assertEquals(expected, created.json());
        assertEquals("\"1\"", created.etag());
        var read = agent(name).expect(200);
        assertEquals(created.text(), read.text());
        assertEquals(created.etag(), read.etag());
    }

    @Test
    void declaredAgentIsReturnedUnchanged() {
        var name = unique("Ä b%");
        var declaration = Json.parse(
                """
                {"description":"Knows\\nplants","context":[
                   {"label":"soul","description":"Who it is","maxTokens":10,"provider":{"type":"text"},"scope":"session",
                    "content":"You are a gardener.\\n═══","writable":true,"whenChanged":"remind"},
                   {"label":"memory","description":null,"maxTokens":null,"provider":{"type":"stored"},"scope":"user",
                    "content":null,"writable":false,"whenChanged":"silent"},
                   {"label":"books","description":null,"maxTokens":null,
                    "provider":{"type":"s3-skills","prefix":"a/","keys":["a/x"]},"scope":"tenant","content":null,
                    "writable":false,"whenChanged":"remind"},
                   {"label":"weather","description":null,"maxTokens":null,"provider":{"type":"bean","name":"w"},
                    "scope":"agent","content":null,"writable":true,"whenChanged":"silent"}],
                 "cachedPrompt":false,
                 "compaction":{"summarizer":"llm","compactAfter":1000,"compactBy":"reported","protectHead":0,
                   "tailTokenBudget":1,"minTailMessages":0,"mode":"sync"},
                 "searchableHistory":"history","tokenCounter":"exact","ttlSeconds":100,"maxMessages":20,"model":"m",
                 "summary":{"every":5,"tokens":300},
                 "profile":{"every":0,"mode":"replace","schema":{"type":"object","properties":{"tree":{"type":"string"}}}}}""");
        put(name, declaration).expect(201);
        var read = agent(name).expect(200).json();
        declaration
                .propertyNames()
                .forEach(member -> assertEquals(declaration.path(member), read.path(member), member));
        assertEquals(name, Json.text(read.path("name")));
    }

    @Test
    void putReplacesWholeAgent() {
        var name = unique("a");
        put(name, "{\"model\":\"m\",\"context\":[{\"label\":\"x\"}]}").expect(201);
        var first = agent(name);
        var replaced = put(name, "{\"name\":\"" + name + "\",\"ttlSeconds\":5}").expect(200);
        assertEquals(null, replaced.at("/model"));
        assertEquals(0, replaced.json().path("context").size());
        assertEquals(5, replaced.number("/ttlSeconds"));
        assertEquals("\"2\"", replaced.etag());
        assertEquals(first.at("/createdAt"), replaced.at("/createdAt"));
        assertEquals(replaced.text(), agent(name).text());
    }

    @Test
    void equalPutWritesNothing() {
        var name = unique("a");
        var created = put(name, "{\"context\":[{\"label\":\"x\"}],\"searchableHistory\":true}")
                .expect(201);
        var repeated = put(
                        name,
                        """
                        {"searchableHistory":"history","model":null,"context":[{"scope":"session","label":"x",
                         "provider":{"type":"stored"}}],"cachedPrompt":true}""")
                .expect(200);
        assertEquals(created.text(), repeated.text());
        assertEquals(created.etag(), repeated.etag());
    }

    @Test
    void failedPreconditionsRefuseWrites() {
        var name = agent();
        var first = agent(name).etag();
        api().put(AGENT, name).header("If-None-Match", "*").json("{}").send().problem(412, "stale-version");
        api().put(AGENT, name)
                .header("If-Match", first)
                .json("{\"model\":\"one\"}")
                .send()
                .expect(200);
        api().put(AGENT, name)
                .header("If-Match", first)
                .json("{\"model\":\"two\"}")
                .send()
                .problem(412, "stale-version");
        api().delete(AGENT, name).header("If-Match", first).send().problem(412, "stale-version");
        assertEquals("one", agent(name).at("/model"));
        var absentName = unique("none");
        api().put(AGENT, absentName).header("If-Match", "*").json("{}").send().problem(412, "stale-version");
        agent(absentName).problem(404, "agent-not-found");
        api().put(AGENT, absentName)
                .header("If-None-Match", "*")
                .json("{}")
                .send()
                .expect(201);
        api().delete(AGENT, absentName)
                .header("If-Match", agent(absentName).etag())
                .send()
                .expect(204);
    }

    @Test
    void deletedAgentIsNotFoundAndItsSessionsRemain() {
        var name = agent();
        var id = unique("s");
        create(Json.object("id", id, "agent", name)).expect(201);
        api().delete(AGENT, name).send().expect(204);
        agent(name).problem(404, "agent-not-found");
        api().delete(AGENT, name).send().problem(404, "agent-not-found");
        assertEquals(name, get(id).at("/agent"));
        append(id, message("m", "still here")).expect(201);
        assertEquals("\"1\"", put(name, "{}").expect(201).etag());
    }

    @Test
    void concurrentFirstPutsCreateOneAgent() throws Exception {
        var name = unique("a");
        var answers = ParallelClients.of(8, i -> put(name, "{\"model\":\"m" + i + "\"}"));
        assertEquals(1, answers.stream().filter(a -> a.status() == 201).count());
        answers.forEach(a -> assertTrue(a.status() == 201 || a.status() == 200, a.toString()));
        assertEquals("\"8\"", agent(name).etag());
        var guardedName = unique("a");
        var guardedAnswers = ParallelClients.of(8, i -> api().put(AGENT, guardedName)
                .header("If-None-Match", "*")
                .json("{\"model\":\"m" + i + "\"}")
                .send());
        assertEquals(1, guardedAnswers.stream().filter(a -> a.status() == 201).count());
        assertEquals(7, guardedAnswers.stream().filter(a -> a.status() == 412).count());
    }

    @Test
    void namesAreComparedByteByByte() {
        var name = unique("x");
        for (var other : List.of(name, name.toUpperCase(java.util.Locale.ROOT), name + "%", "é" + name, "e" + name)) {
            put(other, Json.object("model", other)).expect(201);
        }
        assertEquals(name, agent(name).at("/model"));
        assertEquals("é" + name, agent("é" + name).at("/model"));
    }

    @Test
    void agentsAreListedByNameInPages() {
        var api = api().as(token(unique("tenant"), "write"));
        var names =
                IntStream.range(0, 7).mapToObj(i -> "n" + i + "-é:%").collect(Collectors.toCollection(ArrayList::new));
        for (var name : List.of(3, 0, 6, 1, 5, 2, 4)) {
            api.put(AGENT, names.get(name)).json("{}").send().expect(201);
        }
        assertEquals(names, listAll(api, 3));
        assertEquals(names, listAll(api, 7));
        var first = api.get("/v1/agents").query("limit", 3).send().expect(200);
        assertTrue(first.header("Link").contains("rel=\"next\""));
        api.delete(AGENT, names.get(2)).send().expect(204);
        api.put(AGENT, names.get(2) + "a").json("{}").send().expect(201);
        var second = api.get("/v1/agents")
                .query("limit", 3)
                .query("cursor", first.at("/nextCursor"))
                .send()
                .expect(200);
        assertEquals(names.get(2) + "a", second.at("/items/0/name"));
        api.get("/v1/agents").query("limit", 0).send().problem(400, "out-of-range");
        api.get("/v1/agents").query("cursor", "x!").send().problem(400, "malformed");
    }

    private static List<String> listAll(Api api, int limit) {
        return allItems("items", cursor -> {
                    var call = api.get("/v1/agents").query("limit", limit);
                    return (cursor == null ? call : call.query("cursor", cursor)).send();
                })
                .stream()
                .map(item -> Json.text(item.path("name")))
                .toList();
    }

    @Test
    void agentOfOtherTenantIsNotFound() {
        var name = agent();
        var otherTenant = api().as(token(unique("tenant"), "write"));
        var missing = otherTenant.get(AGENT, unique("none")).send().problem(404, "agent-not-found");
        assertEquals(missing.text(), otherTenant.get(AGENT, name).send().text());
        otherTenant.delete(AGENT, name).send().problem(404, "agent-not-found");
        assertEquals(List.of(), listAll(otherTenant, 50));
        otherTenant.put(AGENT, name).json("{\"model\":\"theirs\"}").send().expect(201);
        assertEquals(null, agent(name).at("/model"));
        assertEquals(List.of(name), listAll(otherTenant, 50));
    }

    @Test
    void readScopeMayReadAndNotWrite() {
        var name = agent();
        var reader = api().as(token("default", "read"));
        reader.get(AGENT, name).send().expect(200);
        reader.get("/v1/agents").query("limit", 1).send().expect(200);
        reader.put(AGENT, name).json("{}").send().problem(403, "forbidden");
        reader.delete(AGENT, unique("none")).send().problem(403, "forbidden");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            textBlock =
                    """
                    {"colour":1} | 400 | unknown-field | /colour
                    {"context":[{"label":1}]} | 400 | malformed | /context/0/label
                    {"ttlSeconds":0} | 400 | out-of-range | /ttlSeconds
                    {"name":"other"} | 422 | invalid | /name
                    {"context":[{"label":"a/b"}]} | 422 | invalid-id | /context/0/label
                    {"context":[{"label":"a"},{"label":"b"},{"label":"c","provider":{"type":"sql"}}]} | 422 | invalid | /context/2/provider/type
                    """)
    void invalidMemberIsReportedWithPointer(String body, int status, String code, String pointer) {
        var name = agent();
        var answer = assertRefused(put(name, body).problem(status, code));
        assertEquals(List.of(pointer), answer.all("/errors", "pointer"));
        assertEquals("\"1\"", agent(name).etag());
    }

    @Test
    void moreThanHundredBlocksAreRefused() {
        var blocks = IntStream.range(0, 100)
                .mapToObj(i -> "{\"label\":\"b" + i + "\"}")
                .collect(Collectors.toCollection(ArrayList::new));
        var name = unique("a");
        put(name, "{\"context\":" + blocks + "}").expect(201);
        blocks.add("{\"label\":\"b100\"}");
        var refused = put(name, "{\"context\":" + blocks + "}").problem(422, "invalid");
        assertEquals(List.of("/context"), refused.all("/errors", "pointer"));
    }

    @ParameterizedTest
    @ValueSource(strings = {" a", "a\\b", "a\u0007"})
    void invalidNameIsRefused(String name) {
        assumeTrue(CoppiceServer.passesInPath(name), "this server refuses such a path itself");
        put(name, "{}").problem(422, "invalid-id");
        agent(name).problem(422, "invalid-id");
        api().delete(AGENT, name).send().problem(422, "invalid-id");
    }

    @Test
    void missingOrInvalidBodyIsRefused() {
        var name = unique("a");
        put(name, "").problem(400, "malformed");
        put(name, "[]").problem(400, "malformed");
        put(name, "{\"name\":").problem(400, "malformed");
        api().put(AGENT, name).body("text/plain", Json.bytes("{}")).send().problem(415, "not-json");
        put(name, Json.object("description", "x".repeat(2 << 20))).problem(413, "too-large");
        agent(name).problem(404, "agent-not-found");
    }

    @Test
    void listItemsEqualAgents() {
        var api = api().as(token(unique("tenant"), "write"));
        api.put(AGENT, "a").json("{\"context\":[{\"label\":\"x\"}]}").send().expect(201);
        var item = api.get("/v1/agents").send().expect(200).json().at("/items/0");
        assertEquals(api.get(AGENT, "a").send().json(), item);
        assertFalse(Set.copyOf(item.propertyNames()).isEmpty());
        assertNotEquals(null, Json.text(item.path("updatedAt")));
    }
}
