package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries of context blocks: skills, and searchable knowledge. */
class ContextEntriesIT extends PromptApi {
    private static final String SKILLS = "{'label':'s','provider':{'type':'skills'}}";
    private static final String KNOWLEDGE = "{'label':'k','provider':{'type':'search'}}";

    private static HttpAnswer entryOf(String session, String label, String key) {
        return api().get(ENTRY, session, label, key).send();
    }

    private static List<String> search(String session, String label, String q) {
        return api().get(ENTRIES, session, label)
                .query("q", q)
                .send()
                .expect(200)
                .all("/items", "key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s", "k"})
    void entriesAreWrittenReadAndDeleted(String label) {
        var id = sessionWith(SKILLS, KNOWLEDGE);
        var creation = api().put(ENTRY, id, label, "pirate")
                .json("{\"content\":\"Arr!\",\"title\":\"Pirate\",\"description\":\"Talks like one\"}");
        assertEquals("\"1\"", creation.send().expect(201).etag());
        assertEquals("\"1\"", creation.send().expect(200).etag());
        var entry = entryOf(id, label, "pirate").expect(200);
        assertEquals("Arr!", entry.at("/content"));
        assertEquals("Pirate", entry.at("/title"));
        assertEquals("Talks like one", entry.at("/description"));
        assertEquals("\"1\"", entry.etag());
        assertEquals(
                "\"2\"",
                putEntry(id, label, "pirate", "Ahoy!", null).expect(200).etag());
        assertEquals("Ahoy!", entryOf(id, label, "pirate").at("/content"));
        var put = api().put(ENTRY, id, label, "pirate").json("{\"content\":\"x\"}");
        put.header("If-Match", "\"1\"").send().problem(412, "stale-version");
        api().put(ENTRY, id, label, "pirate")
                .header("If-None-Match", "*")
                .json("{\"content\":\"x\"}")
                .send()
                .problem(412, "stale-version");
        api().delete(ENTRY, id, label, "pirate").send().expect(204);
        api().delete(ENTRY, id, label, "pirate").send().problem(404, "entry-not-found");
        entryOf(id, label, "pirate").problem(404, "entry-not-found");
    }

    @Test
    void entriesAreListedByKeyWithoutContent() {
        var id = sessionWith(SKILLS);
        for (var key : List.of("c", "a", "B", "d", "é")) {
            putEntry(id, "s", key, "content of " + key, "about " + key).expect(201);
        }
        var items = allItems("items", cursor -> {
            var page = api().get(ENTRIES, id, "s").query("limit", 2);
            return (cursor == null ? page : page.query("cursor", cursor)).send();
        });
        assertEquals(
                List.of("B", "a", "c", "d", "é"),
                items.stream().map(item -> item.path("key").asString()).toList());
        assertTrue(items.stream().noneMatch(item -> item.has("content")));
        api().get(ENTRIES, id, "s").query("cursor", "x").send().problem(400, "malformed");
        api().get(ENTRIES, id, "s").query("limit", 0).send().problem(400, "out-of-range");
    }

    @Test
    void writtenEntryIsFoundAtOnce() {
        var id = sessionWith(KNOWLEDGE);
        putEntry(id, "k", "deploy", "The deployment is on Friday.", null).expect(201);
        putEntry(id, "k", "cafe", "Das Café öffnet um neun.", "opening hours").expect(201);
        putEntry(id, "k", "tokyo", "会議は金曜日です", null).expect(201);
        assertEquals(List.of("deploy"), search(id, "k", "deployments friday"));
        assertEquals(List.of("cafe"), search(id, "k", "cafe"));
        assertEquals(List.of("cafe"), search(id, "k", "\"opening hours\""));
        assertEquals(List.of("tokyo"), search(id, "k", "金曜"));
        assertEquals(List.of("deploy"), search(id, "k", "deploy*"));
        assertEquals(List.of(), search(id, "k", "nothing"));
        putEntry(id, "k", "deploy", "The release is on Monday.", null).expect(200);
        assertEquals(List.of(), search(id, "k", "deployment friday -release"));
        assertEquals(List.of("deploy"), search(id, "k", "monday"));
        api().delete(ENTRY, id, "k", "deploy").send().expect(204);
        assertEquals(List.of(), search(id, "k", "monday"));
        var hit = api().get(ENTRIES, id, "k").query("q", "neun").send().expect(200);
        assertEquals("Das Café öffnet um neun.", hit.at("/items/0/content"));
        api().get(ENTRIES, id, "k").query("q", " ").send().problem(400, "blank-query");
    }

    @Test
    void entriesAreFoundInTheirScopeOnly() {
        var agent = agent(KNOWLEDGE, "{'label':'shared','scope':'user','provider':{'type':'search'}}");
        var user = unique("u");
        var first = sessionOf(agent, user);
        var second = sessionOf(agent, user);
        putEntry(first, "k", "own", "walnut", null).expect(201);
        putEntry(first, "shared", "ours", "walnut", null).expect(201);
        assertEquals(List.of("own"), search(first, "k", "walnut"));
        assertEquals(List.of(), search(second, "k", "walnut"));
        assertEquals(List.of("ours"), search(second, "shared", "walnut"));
        assertEquals(List.of(), search(sessionOf(agent, unique("u")), "shared", "walnut"));
        awaitIndexed();
        assertEquals(
                List.of(),
                hits(api().get(SEARCH)
                        .query("q", "walnut")
                        .query("userId", user)
                        .send()));
    }

    @Test
    void skillsAreNotSearchableAndTextBlocksHaveNoEntries() {
        var id = sessionWith(SKILLS, "{'label':'m'}");
        api().get(ENTRIES, id, "s").query("q", "x").send().problem(422, "invalid");
        api().get(ENTRIES, id, "m").send().problem(422, "invalid");
        putEntry(id, "m", "k", "x", null).problem(422, "invalid");
        entryOf(id, "none", "k").problem(404, "block-not-found");
    }

    @Test
    void invalidEntryIsRefused() {
        var id = sessionWith(SKILLS);
        assertRefused(putEntry(id, "s", " x", "c", null)).problem(422, "invalid-id");
        assertRefused(putEntry(id, "s", "x", "c".repeat((1 << 20) + 1), null)).problem(413, "too-large");
        assertRefused(putEntry(id, "s", "x", "c", "d".repeat(2001))).problem(422, "invalid");
        assertRefused(api().put(ENTRY, id, "s", "x").json("{\"title\":\"t\"}").send())
                .problem(422, "invalid");
        putEntry(id, "s", "x", "", "😀".repeat(2000)).expect(201);
        putEntry(id, "s", "X", "upper", null).expect(201);
        assertEquals("", entryOf(id, "s", "x").at("/content"));
    }

    @Test
    void historyBlockFindsOtherSessionsOfUser() {
        var agent = agentWith("'searchableHistory':true,");
        var user = unique("u");
        var id = sessionOf(agent, user);
        var past = sessionWithText(api(), "The walnut tree was cut in March.", "userId", user, "name", "Garden");
        sessionWithText(api(), "The walnut of somebody else.", "userId", unique("u"));
        sessionWithText(api(), "The walnut of nobody.");
        append(id, message("m", "walnut here")).expect(201);
        awaitIndexed();
        assertEquals("1 session available for search.", content(id, "history"));
        var hits = api().get(ENTRIES, id, "history").query("q", "walnut").send().expect(200);
        assertEquals(1, hits.json().path("items").size());
        assertTrue(hits.at("/items/0/key").startsWith(past));
        assertEquals("The walnut tree was cut in March.", hits.at("/items/0/content"));
        var withoutUser = sessionOf(agent, null);
        assertTrue(
                api()
                        .get(ENTRIES, withoutUser, "history")
                        .query("q", "walnut")
                        .send()
                        .expect(200)
                        .all("/items", "content")
                        .stream()
                        .noneMatch(text -> text.contains("March") || text.contains("somebody")));
    }
}
