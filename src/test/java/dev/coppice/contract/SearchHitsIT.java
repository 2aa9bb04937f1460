package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Hits of a search within a session: their members, filters and pages. */
@DatabaseNeutral
class SearchHitsIT extends SearchApi {
    /** A text of which two fit on a page of hits, and three do not. */
    private static final String FILLER = "filler ".repeat(260_000);

    @Test
    void hitHasSessionMessageScoreAndSnippet() {
        var id = unique("s");
        create(Json.object("id", id, "name", "Holidays 🌴")).expect(201);
        append(id, message("a", "Where is the passport?"), message("b", "assistant", "In the drawer."))
                .expect(201);
        awaitIndexed();
        var answer = search(id, "passport");
        assertEquals(
                Set.of("items", "nextCursor", "partial"),
                Set.copyOf(answer.json().propertyNames()));
        assertEquals(1, answer.json().path("items").size());
        var hit = answer.json().at("/items/0");
        assertEquals(
                Set.of("sessionId", "namespace", "sessionName", "messageId", "role", "createdAt", "score", "snippet"),
                Set.copyOf(hit.propertyNames()));
        assertEquals(id, hit.path("sessionId").asString());
        assertEquals("", hit.path("namespace").asString());
        assertEquals("Holidays 🌴", hit.path("sessionName").asString());
        assertEquals("a", hit.path("messageId").asString());
        assertEquals("user", hit.path("role").asString());
        assertEquals("2026-03-01T10:00:00.000Z", hit.path("createdAt").asString());
        assertEquals(1, hit.path("score").asDouble());
        assertEquals("Where is the <mark>passport</mark>?", hit.path("snippet").asString());
    }

    @Test
    void textAndNeighborsAreIncludedOnRequest() {
        var id = indexedSession("one", "two needle", "three");
        var hit = call(id, "needle")
                .query("include", "text,neighbours")
                .send()
                .expect(200)
                .json()
                .at("/items/0");
        assertEquals("two needle", hit.path("text").asString());
        assertEquals(
                Set.of("before", "after"), Set.copyOf(hit.path("neighbours").propertyNames()));
        var before = hit.at("/neighbours/before");
        assertEquals(Set.of("messageId", "role", "createdAt", "text"), Set.copyOf(before.propertyNames()));
        assertEquals("m0", before.path("messageId").asString());
        assertEquals("one", before.path("text").asString());
        assertEquals("m2", hit.at("/neighbours/after/messageId").asString());
        var first = call(id, "one")
                .query("include", "neighbours")
                .send()
                .expect(200)
                .json()
                .at("/items/0");
        assertFalse(first.has("text"));
        assertTrue(first.at("/neighbours/before").isNull());
        var last = call(id, "three")
                .query("include", "neighbours")
                .send()
                .expect(200)
                .json()
                .at("/items/0");
        assertTrue(last.at("/neighbours/after").isNull());
        assertFalse(last.path("snippet").asString().isEmpty());
        assertFalse(call(id, "one")
                .query("include", "text")
                .send()
                .expect(200)
                .json()
                .at("/items/0")
                .has("neighbours"));
    }

    /** The neighboring messages count, too: otherwise a page could have hundreds of the largest messages. */
    @Test
    void pageEndsBeforeItsMessagesAreTooLarge() {
        var id = indexedSession("needle", FILLER, "needle", FILLER, "needle", FILLER, "needle");
        var hits = new ArrayList<String>();
        for (String cursor = null; hits.size() < 4; ) {
            var call = call(id, "needle").query("include", "neighbours");
            var page = (cursor == null ? call : call.query("cursor", cursor))
                    .send()
                    .expect(200);
            assertTrue(
                    page.text().length() < 3 * FILLER.length(),
                    "length " + page.text().length());
            hits.addAll(hits(page));
            cursor = page.at("/nextCursor");
        }
        assertEquals(Set.of("m0", "m2", "m4", "m6"), Set.copyOf(hits));
        assertEquals(4, hits(call(id, "needle").send().expect(200)).size());
    }

    @Test
    void snippetIsEscapedHtmlWithMarks() {
        var id = indexedSession(
                "<script>alert('x')</script> & a \"needle\" <mark>", "word ".repeat(500) + "<b>thimble</b> & so");
        assertEquals(
                "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; a &quot;<mark>needle</mark>&quot; &lt;mark&gt;",
                search(id, "needle").at("/items/0/snippet"));
        var snippet = search(id, "thimble").at("/items/0/snippet");
        assertTrue(snippet.contains("&lt;b&gt;<mark>thimble</mark>&lt;/b&gt; &amp; so"), snippet);
        assertTrue(snippet.length() < 500, snippet);
        assertEquals(1, search(id, "<mark>").json().path("items").size());
    }

    @Test
    void roleAndLeafNarrowSearch() {
        var id = session();
        append(id, message("a", "needle"), message("b", "assistant", "needle")).expect(201);
        append(id, message("c", "needle")).expect(201);
        appendUnder(id, "a", message("x", "assistant", "needle"), message("y", "needle"))
                .expect(201);
        appendUnder(id, null, message("r", "needle")).expect(201);
        awaitIndexed();
        assertEquals(List.of("a", "b", "c", "r", "x", "y"), found(id, "needle"));
        assertEquals(Set.of("b", "x"), filtered(id, "role", "assistant"));
        assertEquals(Set.of(), filtered(id, "role", "nobody"));
        assertEquals(Set.of("a", "b", "c"), filtered(id, "leafId", "c"));
        assertEquals(Set.of("a", "x"), filtered(id, "leafId", "x"));
        assertEquals(Set.of("a", "x", "y"), filtered(id, "leafId", "y"));
        assertEquals(Set.of("a"), filtered(id, "leafId", "a"));
        assertEquals(Set.of("r"), filtered(id, "leafId", "r"));
        for (var unknown : List.of("nobody", "A", "%")) {
            call(id, "needle").query("leafId", unknown).send().problem(404, "message-not-found");
        }
    }

    private static Set<String> filtered(String session, String parameter, String value) {
        return Set.copyOf(
                hits(call(session, "needle").query(parameter, value).send().expect(200)));
    }

    @Test
    void missingSessionIsNotFound() {
        call(unique("none"), "needle").send().problem(404, "session-not-found");
        call(session(), "needle").query("namespace", "elsewhere").send().problem(404, "session-not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-1", "x", "1.5", "", "99999999999999999999"})
    void limitOutOfRangeIsRefused(String limit) {
        call(session(), "needle").query("limit", limit).send().problem(400, "out-of-range");
        api().get(SEARCH).query("q", "needle").query("limit", limit).send().problem(400, "out-of-range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"everything", "text,everything", "TEXT"})
    void unknownIncludeIsRefused(String include) {
        assertEquals(
                400, call(session(), "needle").query("include", include).send().status());
    }

    @Test
    void pagesContainEveryMatchOnce() {
        var texts = new String[25];
        for (var i = 0; i < texts.length; i++) {
            texts[i] = "needle " + "hay ".repeat(i) + (i % 3 == 0 ? "needle" : "");
        }
        var id = indexedSession(texts);
        var items = allItems("items", cursor -> {
            var page = call(id, "needle").query("limit", 10);
            return (cursor == null ? page : page.query("cursor", cursor)).send();
        });
        assertEquals(25, items.size());
        assertEquals(
                25,
                items.stream().map(item -> item.path("messageId")).distinct().count());
        assertScoresDescend(items);
        assertEquals(10, search(id, "needle").json().path("items").size());
        assertEquals(
                items.stream().map(item -> item.path("messageId").asString()).toList(),
                hits(call(id, "needle").query("limit", 100).send().expect(200)));
        var cursor = search(id, "needle").at("/nextCursor");
        call(id, "hay").query("cursor", cursor).send().problem(400, "malformed");
        call(id, "needle").query("role", "user").query("cursor", cursor).send().problem(400, "malformed");
        api().get(SEARCH).query("q", "needle").query("cursor", cursor).send().problem(400, "malformed");
        for (var bad : List.of("x", "", "é", cursor + "A", "A".repeat(2000))) {
            call(id, "needle").query("cursor", bad).send().problem(400, "malformed");
        }
    }

    /** A hit that was shown must not come again further down, and one that rises must not be missed. */
    @Test
    void pagesContainEveryMatchOnceWhileRanksChange() {
        var texts = new String[12];
        for (var i = 0; i < texts.length; i++) {
            texts[i] = "needle " + "hay ".repeat(i);
        }
        var id = indexedSession(texts);
        var ids = new ArrayList<String>();
        allItems("items", cursor -> {
            var page = call(id, "needle").query("limit", 4);
            var answer = (cursor == null ? page : page.query("cursor", cursor)).send();
            ids.addAll(hits(answer));
            edit(id, ids.get(ids.size() - 1), "needle " + "straw ".repeat(500 - ids.size()));
            edit(id, "m" + (11 - ids.size() / 4), "needle");
            awaitIndexed();
            return answer;
        });
        assertEquals(12, ids.size(), () -> "pages " + ids);
        assertEquals(12, Set.copyOf(ids).size(), () -> "pages " + ids);
    }

    private static void edit(String session, String id, String text) {
        api().put(MESSAGE, session, id).json(message(id, text)).send().expect(200);
    }

    /** Each page is ranked again: messages written meanwhile must not move hits across page boundaries. */
    @Test
    void pagesAreStableWhileOthersWrite() {
        var texts = new String[25];
        for (var i = 0; i < texts.length; i++) {
            texts[i] = "needle " + "hay ".repeat(i) + (i % 3 == 0 ? "needle" : "");
        }
        var id = indexedSession(texts);
        var before = call(id, "needle").query("limit", 100).send().expect(200);
        var items = allItems("items", cursor -> {
            indexedSession("straw ".repeat(9000), "needle " + "chaff ".repeat(9000));
            var page = call(id, "needle").query("limit", 3);
            return (cursor == null ? page : page.query("cursor", cursor)).send();
        });
        assertEquals(
                hits(before),
                items.stream().map(item -> item.path("messageId").asString()).toList());
    }

    @Test
    void partialMatchesArePaged() {
        var texts = new String[12];
        for (var i = 0; i < texts.length; i++) {
            texts[i] = (i % 2 == 0 ? "needle " : "thimble ") + i;
        }
        var id = indexedSession(texts);
        var items = allItems("items", cursor -> {
            var page = call(id, "needle thimble").query("limit", 5);
            var answer = (cursor == null ? page : page.query("cursor", cursor)).send();
            assertTrue(answer.json().path("partial").asBoolean());
            return answer;
        });
        assertEquals(
                12,
                items.stream().map(item -> item.path("messageId")).distinct().count());
        assertEquals(12, items.size());
        assertScoresDescend(items);
    }

    private static void assertScoresDescend(List<JsonNode> items) {
        var last = 1.0;
        assertEquals(1, items.get(0).path("score").asDouble());
        for (var item : items) {
            var score = item.path("score").asDouble();
            assertTrue(score <= last && score >= 0, item.toString());
            last = score;
        }
    }
}
