package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of sessions. Each test uses its own namespace or tenant. */
class SessionListIT extends Contract {

    private static final Duration BOUND = Duration.ofMinutes(1);

    private final String namespace = unique("ns");

    private void createSession(String id, Object... members) {
        var body = Json.object(members);
        body.put("id", id);
        api().post("/v1/sessions")
                .query("namespace", namespace)
                .json(body)
                .send()
                .expect(201);
    }

    private void touch(String id) {
        api().post(MESSAGES, id)
                .query("namespace", namespace)
                .json(batch("{\"role\":\"user\",\"content\":\"x\"}"))
                .send()
                .expect(201);
    }

    private HttpAnswer list(String... parameters) {
        var call = api().get("/v1/sessions").query("namespace", namespace);
        for (var i = 0; i < parameters.length; i += 2) {
            call.query(parameters[i], parameters[i + 1]);
        }
        return call.send();
    }

    private List<String> found(String... parameters) {
        return list(parameters).expect(200).all("/items", "id").stream()
                .sorted()
                .toList();
    }

    @Test
    void mostRecentlyUpdatedSessionIsFirst() {
        for (var i = 0; i < 5; i++) {
            createSession("s" + i);
        }
        touch("s1");
        touch("s3");
        var ids = list().expect(200).all("/items", "id");
        assertEquals(List.of("s3", "s1"), ids.subList(0, 2));
        assertEquals(Set.of("s0", "s2", "s4"), Set.copyOf(ids.subList(2, 5)));
    }

    @Test
    void periodSelectsByTimeOfLastWrite() {
        createSession("s0");
        createSession("s1");
        var early = updatedAt("s0");
        Await.until("a later write", BOUND, () -> {
            touch("s1");
            return updatedAt("s1").compareTo(early) > 0;
        });
        var late = updatedAt("s1");
        assertEquals(List.of("s1"), found("from", late));
        assertEquals(List.of("s0"), found("to", early));
        assertEquals(List.of("s0"), found("from", early, "to", early));
        assertEquals(List.of("s0", "s1"), found("from", early, "to", late));
        assertEquals(List.of("s0", "s1"), found("from", "2020-01-01"));
        assertEquals(List.of(), found("to", "2020-01-01"));
        var first = list("from", early, "limit", "1").expect(200);
        assertEquals(List.of("s1"), first.all("/items", "id"));
        assertEquals(List.of("s0"), found("from", early, "limit", "1", "cursor", first.at("/nextCursor")));
        list("from", "yesterday").problem(400, "malformed");
    }

    private String updatedAt(String id) {
        return list().expect(200)
                .json()
                .path("items")
                .valueStream()
                .filter(item -> id.equals(Json.text(item.path("id"))))
                .map(item -> Json.text(item.path("updatedAt")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void pagesCoverListOnceAndLinkToNextPage() {
        for (var i = 0; i < 7; i++) {
            createSession("s" + i);
        }
        var whole = list().expect(200).all("/items", "id");
        assertEquals(7, whole.size());
        var paged = new ArrayList<String>();
        var answer = list("limit", "3").expect(200);
        while (answer.at("/nextCursor") != null) {
            assertEquals(3, answer.json().path("items").size());
            paged.addAll(answer.all("/items", "id"));
            var link = answer.header("Link");
            assertTrue(link.contains("rel=\"next\""), link);
            var target = answer.request().uri().resolve(link.substring(link.indexOf('<') + 1, link.indexOf('>')));
            answer = api().get(target.getRawPath() + "?" + target.getRawQuery())
                    .send()
                    .expect(200);
        }
        paged.addAll(answer.all("/items", "id"));
        assertNull(answer.header("Link"));
        assertEquals(whole, paged);
    }

    @Test
    void sessionUnchangedWhilePagingIsListedOnce() {
        for (var i = 0; i < 12; i++) {
            createSession("s" + i);
        }
        var seen = new ArrayList<String>();
        var page = list("limit", "4").expect(200);
        while (true) {
            seen.addAll(page.all("/items", "id"));
            var cursor = page.at("/nextCursor");
            if (cursor == null) {
                break;
            }
            touch("s0");
            createSession(unique("new"));
            page = list("limit", "4", "cursor", cursor).expect(200);
        }
        for (var i = 1; i < 12; i++) {
            var id = "s" + i;
            assertEquals(1, seen.stream().filter(id::equals).count(), id);
        }
    }

    @Test
    void listItemEqualsSession() {
        createSession("s", "userId", "u");
        touch("s");
        var single = api().get(SESSION, "s")
                .query("namespace", namespace)
                .send()
                .expect(200)
                .json();
        assertEquals(1, single.path("messageCount").asInt());
        assertTrue(single.path("tokens").asInt() > 0);
        assertEquals(single, list().expect(200).json().at("/items/0"));
    }

    @Test
    void filtersSelectMatchingSessions() {
        createSession("a", "userId", "u1", "agent", "x", "source", "web", "type", "team", "parentSessionId", "p");
        createSession("b", "userId", "u1", "agent", "y", "source", "app", "type", "agent");
        createSession("c", "userId", "u2", "agent", "x", "source", "web", "type", "workflow", "parentSessionId", "q");
        assertEquals(List.of("a", "b"), found("userId", "u1"));
        assertEquals(List.of("a", "c"), found("agent", "x"));
        assertEquals(List.of("b"), found("source", "app"));
        assertEquals(List.of("c"), found("type", "workflow"));
        assertEquals(List.of("a"), found("parent", "p"));
        assertEquals(List.of("a"), found("userId", "u1", "agent", "x"));
        assertEquals(List.of(), found("userId", "u3"));
        assertEquals(List.of("a", "b", "c"), found("ended", "false"));
        assertEquals(List.of(), found("ended", "true"));
        assertEquals(List.of("a", "b", "c"), found("somethingUnknown", "x"));
    }

    @Test
    void filtersCompareBytesWithoutPatterns() {
        var names = List.of("Alice", "alice", "älice", "a\u0308lice", "%", "_", "a:b", "A%", "x' or '1'='1", "\"q\"");
        for (var i = 0; i < names.size(); i++) {
            createSession("s" + i, "userId", names.get(i), "agent", names.get(i), "source", names.get(i));
        }
        for (var i = 0; i < names.size(); i++) {
            for (var filter : List.of("userId", "agent", "source")) {
                assertEquals(List.of("s" + i), found(filter, names.get(i)), filter + "=" + names.get(i));
            }
        }
    }

    @Test
    void sessionsAreFilteredByMetadataValue() {
        createSession("a", "metadata", Json.parse("{\"topic\":\"trees\",\"lang\":\"de\",\"a.b\":\"dot\"}"));
        createSession("b", "metadata", Json.parse("{\"topic\":\"Trees\",\"lang\":\"de\"}"));
        createSession("c", "metadata", Json.parse("{\"topic\":\"%\"}"));
        assertEquals(List.of("a"), found("metadata.topic", "trees"));
        assertEquals(List.of("b"), found("metadata.topic", "Trees"));
        assertEquals(List.of("c"), found("metadata.topic", "%"));
        assertEquals(List.of("a", "b"), found("metadata.lang", "de"));
        assertEquals(List.of("a"), found("metadata.lang", "de", "metadata.topic", "trees"));
        assertEquals(List.of(), found("metadata.nothing", "de"));
    }

    @Test
    void metadataFilterUsesCurrentValue() {
        createSession("a", "metadata", Json.parse("{\"k\":\"old\"}"));
        api().patch(SESSION + "/metadata", "a")
                .query("namespace", namespace)
                .json("{\"k\":\"new\"}")
                .send()
                .expect(200);
        assertEquals(List.of(), found("metadata.k", "old"));
        assertEquals(List.of("a"), found("metadata.k", "new"));
    }

    @Test
    void emptyNamespaceIsListedByDefault() {
        var api = api().as(token(unique("tenant"), "write"));
        api.post("/v1/sessions").json(Json.object("id", "here")).send().expect(201);
        for (var space : List.of("n1", "n2")) {
            api.post("/v1/sessions")
                    .query("namespace", space)
                    .json(Json.object("id", "in-" + space))
                    .send()
                    .expect(201);
        }
        assertEquals(List.of("here"), listOf(api, null));
        assertEquals(List.of("here"), listOf(api, ""));
        assertEquals(List.of("in-n1"), listOf(api, "n1"));
        assertEquals(Set.of("here", "in-n1", "in-n2"), new HashSet<>(listOf(api, "*")));
    }

    private static List<String> listOf(Api api, String namespace) {
        var call = api.get("/v1/sessions");
        return (namespace == null ? call : call.query("namespace", namespace))
                .send()
                .expect(200)
                .all("/items", "id");
    }

    @Test
    void deletedSessionIsNotListed() {
        createSession("gone");
        createSession("stays");
        api().delete(SESSION, "gone").query("namespace", namespace).send().expect(204);
        assertEquals(List.of("stays"), found());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "201", "1000000000", "99999999999999999999"})
    void limitOutOfRangeIsRefused(String limit) {
        list("limit", limit).problem(400, "out-of-range");
    }

    @ParameterizedTest
    @CsvSource({"limit,ten", "limit,''", "limit,1.5", "ended,perhaps"})
    void parameterOfWrongTypeIsRefused(String parameter, String value) {
        assertEquals(400, list(parameter, value).status());
    }

    @Test
    void largestLimitIsAccepted() {
        list("limit", "200").expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "AAAA", "%00", "eyJhIjoxfQ==", "'; drop table session; --"})
    void forgedCursorIsRefused(String cursor) {
        list("cursor", cursor).problem(400, "malformed");
    }

    @Test
    void cursorIsOpaque() {
        createSession("s-alpha");
        createSession("s-beta");
        var cursor = list("limit", "1").expect(200).at("/nextCursor");
        assertNotNull(cursor);
        assertFalse(cursor.contains("s-beta"), cursor);
    }
}
