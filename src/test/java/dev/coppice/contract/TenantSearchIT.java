package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Search across the sessions of a tenant. */
@DatabaseNeutral
class TenantSearchIT extends SearchApi {

    private static HttpAnswer searchTenant(Api api, String q, String... parameters) {
        var call = api.get(SEARCH).query("q", q).query("limit", 100);
        for (var i = 0; i < parameters.length; i += 2) {
            call.query(parameters[i], parameters[i + 1]);
        }
        return call.send();
    }

    private static Set<String> sessions(String q, String... parameters) {
        var answer = searchTenant(api(), q, parameters).expect(200);
        var sessions = answer.all("/items", "sessionId");
        assertEquals(sessions.size(), Set.copyOf(sessions).size(), answer.toString());
        return Set.copyOf(sessions);
    }

    @Test
    void sessionMembersNarrowSearch() {
        var word = uniqueWord();
        var plain = sessionWithText(api(), word);
        var users = sessionWithText(api(), word, "userId", "u 1", "source", "slack");
        var agents = sessionWithText(api(), word, "userId", "u 1", "agent", "helper", "source", "mail");
        awaitIndexed();
        assertEquals(Set.of(plain, users, agents), sessions(word));
        assertEquals(Set.of(users, agents), sessions(word, "userId", "u 1"));
        assertEquals(Set.of(), sessions(word, "userId", "U 1"));
        assertEquals(Set.of(agents), sessions(word, "agent", "helper"));
        assertEquals(Set.of(users), sessions(word, "source", "slack"));
        assertEquals(Set.of(agents), sessions(word, "userId", "u 1", "source", "mail"));
        assertEquals(Set.of(), sessions(word, "agent", "helper", "source", "slack"));
        assertEquals(Set.of(plain, agents), sessions(word, "excludeSessionId", users));
        assertEquals(Set.of(plain, users, agents), sessions(word, "excludeSessionId", unique("none")));
        assertEquals(Set.of(plain, users, agents), sessions(word, "role", "user"));
        assertEquals(Set.of(), sessions(word, "role", "assistant"));
    }

    @Test
    void emptyNamespaceIsSearchedByDefault() {
        var word = uniqueWord();
        var space = unique("n");
        var plain = sessionWithText(api(), word);
        var inside = sessionIn(api(), space, word);
        awaitIndexed();
        assertEquals(Set.of(plain), sessions(word));
        assertEquals(Set.of(plain), sessions(word, "namespace", ""));
        assertEquals(Set.of(inside), sessions(word, "namespace", space));
        assertEquals(Set.of(plain, inside), sessions(word, "namespace", "*"));
        assertEquals(Set.of(), sessions(word, "namespace", unique("none")));
        assertEquals(space, searchTenant(api(), word, "namespace", space).at("/items/0/namespace"));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-01T10:00:00Z, 2026-03-01T10:00:00Z, true",
        "2026-03-01T10:00:00.001Z, , false",
        ", 2026-03-01T09:59:59.999Z, false",
        "2026-03-01T12:00:00+02:00, , true",
        "2026-03-01, 2026-03-01, true",
        "2026-03-02, , false",
        ", 2026-02-28, false",
        "2026-02-28, 2026-03-02, true",
        "2026-03-02, 2026-02-28, false"
    })
    void messagesAreFilteredByTime(String from, String to, boolean expected) {
        var call = api().get(SEARCH).query("q", DatedMessage.word);
        if (from != null) {
            call.query("from", from);
        }
        if (to != null) {
            call.query("to", to);
        }
        assertEquals(expected ? List.of("m0") : List.of(), hits(call.send().expect(200)));
    }

    /** One message of 2026-03-01T10:00Z, created on first use. */
    private static final class DatedMessage {
        static final String word = uniqueWord();

        static {
            sessionWithText(api(), word);
            awaitIndexed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2026-13-01", "2026-02-30", "", "10:00"})
    void invalidTimeIsRefused(String time) {
        searchTenant(api(), "x", "from", time).problem(400, "malformed");
        searchTenant(api(), "x", "to", time).problem(400, "malformed");
    }

    @Test
    void otherTenantFindsNothing() {
        var canary = uniqueWord();
        var owner = api().as(token(unique("owner"), "admin", "write"));
        var stranger = api().as(token(unique("stranger"), "admin", "write"));
        var id = sessionWithText(owner, canary + " once", "userId", "u");
        var mine = sessionWithText(stranger, "my own needle", "userId", "u");
        awaitIndexed();
        assertEquals(List.of(id), searchTenant(owner, canary).expect(200).all("/items", "sessionId"));
        var noHits = searchTenant(stranger, uniqueWord()).expect(200);
        for (var api : List.of(stranger, api())) {
            for (var q : List.of(canary, canary + "*", canary.substring(0, 5) + "*", "\"" + canary + " once\"")) {
                for (var namespace : List.of("", "*")) {
                    var answer = searchTenant(api, q, "namespace", namespace, "userId", "u")
                            .expect(200);
                    assertEquals(0, answer.json().path("items").size(), answer.toString());
                    assertFalse(answer.text().contains(canary));
                }
            }
        }
        assertEquals(noHits.text(), searchTenant(stranger, canary).text());
        // Texts of other tenants must not affect the results at all.
        assertEquals(List.of(mine), searchTenant(stranger, canary + " needle").all("/items", "sessionId"));
        var missing =
                stranger.get(SEARCH_SESSION, unique("none")).query("q", canary).send();
        var foreign = stranger.get(SEARCH_SESSION, id).query("q", canary).send();
        assertEquals(
                missing.problem(404, "session-not-found").text(),
                foreign.problem(404, "session-not-found").text());
    }
}
