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

/** Text stays text: in the database, in answers, in the log. */
class InjectionIT extends Contract {

    /** Injection attempts are nothing but text (or an id that isn't there). */
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
    void sqlIsOnlyText(String text) {
        var space = unique("quotes");
        api().post("/v1/sessions")
                .query("namespace", space)
                .json(Json.object("name", text, "model", text, "metadata", Json.object("k", text)))
                .send()
                .expect(201);
        api().post("/v1/sessions")
                .query("namespace", space)
                .json(Json.object("name", "other"))
                .send()
                .expect(201);
        var found = api().get("/v1/sessions")
                .query("namespace", space)
                .query("metadata.k", text)
                .send()
                .expect(200);
        assertEquals(List.of(text), found.all("/items", "name"));
        for (var parameter : List.of("userId", "agent", "source", "parent", "metadata." + text, "type", "sort")) {
            var answer = api().get("/v1/sessions")
                    .query("namespace", space)
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
    void nobodyWritesALineIntoTheLog() {
        var forged = "FORGED-" + unique("line");
        for (var poison : List.of(
                "a\r\n" + forged,
                "a\n" + forged,
                "\u2028" + forged,
                "\u001b[2J" + forged,
                "${jndi:ldap://x}" + forged)) {
            api().get(SESSION, poison).send();
            api().get("/v1/sessions").query("cursor", poison).send();
            api().get("/v1/sessions").query("limit", poison).send();
            create(Json.object("id", poison));
            create(Json.object("type", poison));
            create(Json.object(poison, 1));
            api().post("/v1/tokens")
                    .json(Json.object("scopes", List.of(poison)))
                    .send();
        }
        for (var logged : SharedServer.server().log().lines().toList()) {
            assertFalse(logged.startsWith(forged), logged);
            assertFalse(logged.contains("\u001b[2J" + forged), logged);
        }
    }
}
