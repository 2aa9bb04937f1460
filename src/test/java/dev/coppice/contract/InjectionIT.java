package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Injection attempts: SQL and log control characters are stored and answered as plain text. */
class InjectionIT extends Contract {

    /** SQL in names, metadata and query parameters is plain text or an unknown id. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "' OR '1'='1",
                "\"; DROP TABLE session; --",
                "1) UNION SELECT 1--",
                "%' ESCAPE '!",
                "\\'; --",
                "a' AND SLEEP(5)#"
            })
    void sqlIsTreatedAsText(String text) {
        var namespace = unique("quotes");
        api().post("/v1/sessions")
                .query("namespace", namespace)
                .json(Json.object("name", text, "model", text, "metadata", Json.object("k", text)))
                .send()
                .expect(201);
        api().post("/v1/sessions")
                .query("namespace", namespace)
                .json(Json.object("name", "other"))
                .send()
                .expect(201);
        var found = api().get("/v1/sessions")
                .query("namespace", namespace)
                .query("metadata.k", text)
                .send()
                .expect(200);
        assertEquals(List.of(text), found.all("/items", "name"));
        for (var parameter : List.of("userId", "agent", "source", "parent", "metadata." + text, "type", "sort")) {
            var answer = api().get("/v1/sessions")
                    .query("namespace", namespace)
                    .query(parameter, text)
                    .send();
            assertTrue(answer.status() < 500, answer.toString());
            assertFalse(
                    IMPLEMENTATION
                            .matcher(answer.text().replace(Json.quote(text), ""))
                            .find(),
                    answer.text());
        }
    }

    @Test
    void clientTextStartsNoLogLine() {
        var forged = "FORGED-" + unique("line");
        for (var attack : List.of(
                "a\r\n" + forged,
                "a\n" + forged,
                "\u2028" + forged,
                "\u001b[2J" + forged,
                "${jndi:ldap://x}" + forged)) {
            api().get(SESSION, attack).send();
            api().get("/v1/sessions").query("cursor", attack).send();
            api().get("/v1/sessions").query("limit", attack).send();
            create(Json.object("id", attack));
            create(Json.object("type", attack));
            create(Json.object(attack, 1));
            api().post("/v1/tokens")
                    .json(Json.object("scopes", List.of(attack)))
                    .send();
        }
        for (var line : SharedServer.server().log().lines().toList()) {
            assertFalse(line.startsWith(forged), line);
            assertFalse(line.contains("\u001b[2J" + forged), line);
        }
    }

    @Test
    @WildFlyOnly("Payara's formatter leaves these separators as they are")
    void loggedSeparatorsAreEscaped() {
        var counter = unique("counter");
        appendWithUnknownCounter("x\u2028" + counter);
        for (var line : SharedServer.server().log().lines().toList()) {
            assertFalse(line.contains("\u2028"), "a separator that is not escaped");
        }
    }

    /** The log names a token counter that does not exist. */
    private void appendWithUnknownCounter(String counter) {
        var agent = unique("agent");
        api().put("/v1/agents/{}", agent)
                .json(Json.object("tokenCounter", counter))
                .send()
                .expect(201);
        var session = unique("s");
        create(Json.object("id", session, "agent", agent)).expect(201);
        append(session, message("a", "some words")).expect(201);
        assertTrue(SharedServer.server().log().contains(counter.substring(2)), "the log names the counter");
    }
}
