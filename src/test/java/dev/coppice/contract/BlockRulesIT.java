package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that hold for every context block, on every route that writes it. */
@DatabaseNeutral
class BlockRulesIT extends PromptApi {
    private static HttpCall restore(String session, String label, int version) {
        return api().post(BLOCK + "/versions", session, label).json("{\"version\":" + version + "}");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"'','',''", "'',a,a", "a,'',a", "a,b,a|b", "a|,b,a|b", "a,|b,a|b", "a|,|b,a||b", "a| ,b,a| |b"})
    void appendedTextStartsOnNewLine(String before, String appended, String expected) {
        var id = sessionWith("{'label':'m'}");
        write(id, "m", before.replace('|', '\n')).expect(200);
        assertEquals(
                expected.replace('|', '\n'),
                appendTo(id, "m", appended.replace('|', '\n')).expect(200).at("/content"));
    }

    @Test
    void restoreIsCheckedLikeWrite() {
        var name = unique("agent");
        declare(api(), name, "", "{'label':'m'}").expect(201);
        var id = sessionOf(name, null);
        write(id, "m", "x".repeat(20)).expect(200);
        write(id, "m", "short").expect(200);
        declare(api(), name, "", "{'label':'m','maxTokens':4}").expect(200);
        var refused = restore(id, "m", 1).send().problem(422, "block-too-long");
        assertEquals(5, refused.number("/tokens"));
        assertEquals(4, refused.number("/limit"));
        assertEquals("short", content(id, "m"));
        restore(id, "m", 2).header("If-Match", "\"1\"").send().problem(412, "stale-version");
        restore(id, "none", 1).send().problem(404, "block-not-found");
    }

    @Test
    void versionsAreSharedByAllSessionsOfTheBlock() {
        var agent = agent("{'label':'u','scope':'user'}");
        var user = unique("u");
        var first = sessionOf(agent, user);
        var second = sessionOf(agent, user);
        write(first, "u", "one").expect(200);
        write(second, "u", "two").expect(200);
        var versions = api().get(BLOCK + "/versions", first, "u").send().expect(200);
        assertEquals(List.of("two", "one"), versions.all("/items", "content"));
        restore(second, "u", 1).send().expect(200);
        assertEquals("one", content(first, "u"));
    }

    @Test
    void blockLongerThanItsLimitIsNotAdded() {
        var id = session();
        var refused =
                addBlock(id, "{'label':'m','maxTokens':1,'content':'abcdefgh'}").problem(422, "block-too-long");
        assertEquals(2, refused.number("/tokens"));
        assertEquals(1, refused.number("/limit"));
        block(id, "m").problem(404, "block-not-found");
        addBlock(id, "{'label':'m','maxTokens':2,'content':'abcdefgh'}").expect(201);
    }

    /** Four letters are a token. */
    @Test
    void agentWhoseDeclaredTextIsTooLongIsNotStored() {
        for (var provider : List.of("text", "stored")) {
            var name = unique("agent");
            var fits = "{'label':'m','provider':{'type':'" + provider + "'},'maxTokens':2,'content':'abcdefgh'}";
            var refused = declare(api(), name, "", "{'label':'a'}", fits.replace("efgh", "efghi"))
                    .problem(422, "block-too-long");
            assertEquals(3, refused.number("/tokens"));
            assertEquals(2, refused.number("/limit"));
            api().get(AGENT, name).send().problem(404, "agent-not-found");
            declare(api(), name, "", fits).expect(201);
            declare(api(), name, "", fits.replace(":2", ":1")).problem(422, "block-too-long");
            assertEquals("\"1\"", api().get(AGENT, name).send().expect(200).etag());
        }
    }

    @Test
    void postWithIdempotencyKeyIsDoneOnce() {
        var id = sessionWith("{'label':'m'}");
        write(id, "m", "one").expect(200);
        write(id, "m", "two").expect(200);
        assertReplayed(api().post(CONTEXT, id).json("{\"label\":\"more\"}"), 201);
        assertReplayed(restore(id, "m", 1), 200);
        assertEquals("\"3\"", block(id, "m").etag());
        var first = assertReplayed(api().post(PROMPT + "/refresh", id), 200);
        write(id, "m", "three").expect(200);
        assertFalse(first.at("/prompt").contains("three"));
    }

    private static HttpAnswer assertReplayed(HttpCall call, int status) {
        call.header("Idempotency-Key", unique("key"));
        var first = call.send().expect(status);
        var second = call.send().expect(status);
        assertEquals("true", second.header("Idempotency-Replayed"));
        assertArrayEquals(first.body(), second.body());
        return first;
    }

    @ParameterizedTest
    @ValueSource(strings = {"session", "user", "agent", "tenant"})
    void sharedBlockIsSharedWithinTenantOnly(String scope) {
        var label = unique("b");
        var block = "{'label':'" + label + "','scope':'" + scope + "'}";
        var name = unique("agent");
        var user = unique("u");
        declare(api(), name, "", block).expect(201);
        var id = sessionOf(name, user);
        write(id, label, "secret").expect(200);
        promptOf(id);
        var otherTenant = api().as(token(unique("tenant"), "write"));
        declare(otherTenant, name, "", block).expect(201);
        otherTenant
                .post("/v1/sessions")
                .json(Json.object("id", id, "agent", name, "userId", user))
                .send()
                .expect(201);
        assertEquals("", otherTenant.get(BLOCK, id, label).send().expect(200).at("/content"));
        assertFalse(otherTenant.get(PROMPT, id).send().expect(200).text().contains("secret"));
        otherTenant.get(BLOCK + "/versions", id, label).send().expect(200);
        otherTenant
                .put(BLOCK, id, label)
                .json("{\"content\":\"theirs\"}")
                .send()
                .expect(200);
        assertEquals("secret", content(id, label));
    }

    @Test
    void sameIdInOtherNamespaceIsOtherSession() {
        var agent = agent("{'label':'m'}", "{'label':'s','provider':{'type':'skills'}}");
        var id = sessionOf(agent, null);
        api().post("/v1/sessions")
                .query("namespace", "n")
                .json(Json.object("id", id, "agent", agent))
                .send()
                .expect(201);
        api().put(BLOCK, id, "m")
                .query("namespace", "n")
                .json("{\"content\":\"there\"}")
                .send()
                .expect(200);
        api().put(ENTRY, id, "s", "k")
                .query("namespace", "n")
                .json("{\"content\":\"there\"}")
                .send()
                .expect(201);
        api().post(CONTEXT, id)
                .query("namespace", "n")
                .json("{\"label\":\"more\"}")
                .send()
                .expect(201);
        var inNamespace = api().get(PROMPT, id).query("namespace", "n").send().expect(200);
        assertEquals(
                section("M [writable]", "there") + "\n\n" + section("S [loadable]", "- k") + "\n\n"
                        + section("MORE [writable]", ""),
                inNamespace.at("/prompt"));
        assertEquals(section("M [writable]", "") + "\n\n" + section("S [loadable]", ""), promptOf(id));
    }

    @Test
    void removedBlockKeepsItsEntries() {
        var id = sessionWith("{'label':'s','provider':{'type':'skills'}}");
        putEntry(id, "s", "pirate", "Arr!", null).expect(201);
        api().delete(BLOCK, id, "s").send().expect(204);
        api().get(ENTRY, id, "s", "pirate").send().problem(404, "block-not-found");
        addBlock(id, "{'label':'s','provider':{'type':'skills'}}").expect(201);
        assertEquals(
                "Arr!", api().get(ENTRY, id, "s", "pirate").send().expect(200).at("/content"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u2028b", "a\u2029b", "a\u0085b", "a\\u000Ab"})
    void labelWithLineBreakIsRefused(String label) {
        var refused = addBlock(session(), "{'label':'" + label + "'}");
        assertEquals(List.of("/label"), refused.expect(422).all("/errors", "pointer"));
    }
}
