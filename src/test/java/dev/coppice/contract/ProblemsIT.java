package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Answer;
import dev.coppice.support.Coppice;
import dev.coppice.support.Json;
import dev.coppice.support.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input: a clear refusal, nothing stored, never a server error. */
class ProblemsIT extends Contract {

    private static final Pattern INSIDES = Pattern.compile(
            "Exception|\\bat [a-z]+\\.[a-z]+\\.|dev\\.coppice|hibernate|java\\.|jakarta\\.|select |insert into|SQL",
            Pattern.CASE_INSENSITIVE);

    private static Answer refused(Answer answer) {
        assertTrue(answer.status() >= 400 && answer.status() < 500, answer.toString());
        assertTrue(answer.header("Content-Type").startsWith("application/problem+json"), answer.toString());
        assertFalse(INSIDES.matcher(answer.text()).find(), answer.text());
        return answer;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "}",
                "",
                " ",
                "nonsense",
                "{\"messages\":[}",
                "{\"messages\":[]}{}",
                "{\"messages\":[]} x",
                "{'messages':[]}",
                "{messages:[]}",
                "{\"messages\":[],}",
                "{\"messages\":[{\"role\":\"user\",\"content\":NaN}]}",
                "{\"messages\":[{\"role\":\"user\",\"content\":01}]}",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"\t\"}]}",
                "/* c */{\"messages\":[]}",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}"
            })
    void whatIsNotJsonIsMalformed(String body) {
        var session = session();
        var answer = api().post(MESSAGES, session)
                .body("application/json", Json.bytes(body))
                .send();
        refused(answer).problem(400, "malformed");
        assertEquals(0, get(session).number("/messageCount"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "null",
                "1",
                "\"text\"",
                "{}",
                "{\"messages\":null}",
                "{\"messages\":{}}",
                "{\"messages\":\"x\"}",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"parentId\":5}",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"expectedLeafId\":[]}",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"onConflict\":null,\"messages\":[]}",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"parentId\":\"a\",\"parentId\":\"b\"}"
            })
    void anEnvelopeOfTheWrongShapeIsRefused(String body) {
        var session = session();
        refused(appendRaw(session, body));
        assertEquals(0, get(session).number("/messageCount"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "null",
                "\"text\"",
                "[]",
                "{}",
                "{\"role\":\"user\"}",
                "{\"content\":\"x\"}",
                "{\"role\":null,\"content\":\"x\"}",
                "{\"role\":\"\",\"content\":\"x\"}",
                "{\"role\":5,\"content\":\"x\"}",
                "{\"role\":\"user\",\"content\":5}",
                "{\"role\":\"user\",\"content\":{}}",
                "{\"role\":\"user\",\"parts\":{}}",
                "{\"role\":\"user\",\"parts\":null}",
                "{\"role\":\"user\",\"tool_calls\":{}}"
            })
    void aMessageOfTheWrongShapeIsInvalid(String message) {
        var session = session();
        var answer = append(session, message("ok", "ok"), message);
        refused(answer).problem(422, "invalid-message");
        assertTrue(answer.json().at("/errors/0/pointer").asString().startsWith("/messages/1"), answer.text());
        assertEquals(0, get(session).number("/messageCount"));
    }

    @Test
    void aRoleHasAtMost255CodePoints() {
        var session = session();
        append(session, message("a", "🌳".repeat(255), "x")).expect(201);
        append(session, message("b", "🌳".repeat(256), "x")).problem(422, "invalid-message");
    }

    @Test
    void unknownFieldsAreRefusedWithAPointer() {
        var id = session();
        for (var answer : List.of(
                appendRaw(id, "{\"messages\":[%s],\"extra\":1}".formatted(message("a", "a"))),
                create(Json.object("extra", 1)),
                api().put(SESSION, unique("s")).json(Json.object("extra", 1)).send(),
                api().patch(SESSION, id).json(Json.object("extra", 1)).send(),
                api().post(SESSION + "/usage", id).json(Json.object("extra", 1)).send(),
                api().post("/v1/tokens")
                        .json(Json.object("scopes", List.of("read"), "extra", 1))
                        .send())) {
            refused(answer).problem(400, "unknown-field");
            assertEquals("/extra", answer.json().at("/errors/0/pointer").asString());
        }
        assertEquals(0, get(id).number("/messageCount"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data"})
    void aBodyThatIsNotJsonIsRefused(String type) {
        var id = session();
        var body = Json.bytes(batch(message("a", "a")));
        refused(api().post(MESSAGES, id).body(type, body).send()).problem(415, "not-json");
        refused(api().put(MESSAGE, id, "a").body(type, body).send()).problem(415, "not-json");
        refused(api().patch(SESSION, id).body(type, body).send()).problem(415, "not-json");
        assertEquals(0, get(id).number("/messageCount"));
    }

    @Test
    void aBodyWithoutATypeIsRefused() {
        var id = session();
        var call = api().post(MESSAGES, id).body("application/json", Json.bytes(batch(message("a", "a"))));
        assertEquals(201, call.send().status());
        var server = Coppice.server();
        var body = batch(message("b", "b"));
        var answer = Wire.exchange(
                server,
                Json.bytes("POST /v1/sessions/" + id + "/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                        + "Authorization: Bearer " + server.token() + "\r\nContent-Length: " + Json.bytes(body).length
                        + "\r\n\r\n" + body));
        assertEquals(415, Wire.status(answer), answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1",
                "/v1/",
                "/v1/nothing",
                "/v1/sessions/x/nothing",
                "/v1/sessions/x/messages/y/nothing",
                "/v1/sessions/x/messages/y/children/z",
                "/v2/sessions",
                "/v1/Sessions"
            })
    void anUnknownRouteIsToldSo(String path) {
        refused(api().get(path).send()).problem(404, "no-such-route");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,/v1/sessions,GET POST",
        "DELETE,/v1/sessions,GET POST",
        "POST,/v1/sessions/x,GET HEAD PUT PATCH DELETE",
        "PATCH,/v1/sessions/x/messages,GET POST DELETE",
        "POST,/v1/sessions/x/history,GET",
        "DELETE,/v1/sessions/x/tree,GET",
        "GET,/v1/sessions/x/usage,POST",
        "GET,/v1/sessions/x/clear,POST",
        "POST,/v1/sessions/x/metadata,GET PUT PATCH",
        "PUT,/v1/tokens,GET POST"
    })
    void anotherMethodIsToldWhichAreAllowed(String method, String path, String allowed) {
        var answer = api().call(method, path).send();
        refused(answer).problem(405, "no-such-route");
        var allow = List.of(answer.header("Allow").split("\\s*,\\s*"));
        for (var each : allowed.split(" ")) {
            assertTrue(allow.contains(each), allow.toString());
        }
        assertFalse(allow.contains(method), allow.toString());
    }

    @Test
    void everyAnswerCarriesTheHeadersOfTheHouse() {
        var id = line(1);
        for (var answer : List.of(
                get(id),
                history(id),
                api().get(SESSION, "none").send(),
                api().as(null).get("/v1/sessions").send(),
                api().get("/v1/nothing").send(),
                append(id, "{}"),
                api().delete(MESSAGE, id, "m0").send())) {
            assertEquals("no-store", answer.header("Cache-Control"), answer.toString());
            assertEquals("nosniff", answer.header("X-Content-Type-Options"), answer.toString());
            assertNull(answer.header("X-Powered-By"));
            if (answer.body().length > 0) {
                assertTrue(
                        answer.header("Content-Type").matches("application/(problem\\+)?json(;\\s?charset=(?i)utf-8)?"),
                        answer.header("Content-Type"));
            }
            var server = answer.header("Server");
            assertTrue(server == null || !server.matches("(?i).*(wildfly|undertow|jboss|\\d).*"), server);
        }
        for (var open : List.of("/health/ready", "/openapi")) {
            assertEquals("nosniff", api().get(open).send().header("X-Content-Type-Options"), open);
        }
    }

    @Test
    void parametersGivenTwiceAreNoServerError() {
        var id = line(2);
        var answers = new ArrayList<Answer>();
        answers.add(api().get("/v1/sessions?limit=1&limit=2").send());
        answers.add(api().get("/v1/sessions/" + id + "/history?last=1&last=2&leafId=m0&leafId=m1")
                .send());
        answers.add(api().get("/v1/sessions/" + id + "?namespace=&namespace=x").send());
        for (var answer : answers) {
            assertTrue(answer.status() < 500, answer.toString());
        }
    }

    @Test
    void traceIsOff() {
        var answer = Wire.request(Coppice.server(), "TRACE /v1/sessions");
        assertTrue(Wire.status(answer) >= 400 && Wire.status(answer) < 500, answer);
        assertFalse(answer.contains(Coppice.server().token()), "TRACE gives the token back");
    }

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
        var space = unique("sql");
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
            assertFalse(INSIDES.matcher(answer.text().replace(text, "")).find(), answer.text());
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
        for (var logged : Coppice.server().log().lines().toList()) {
            assertFalse(logged.startsWith(forged), logged);
            assertFalse(logged.contains("\u001b[2J" + forged), logged);
        }
    }
}
