package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SharedServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid requests get a specific problem, store nothing and cause no server error. */
@DatabaseNeutral
class ProblemsIT extends Contract {

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
    void invalidJsonIsMalformed(String body) {
        var session = session();
        var answer = api().post(MESSAGES, session)
                .body("application/json", Json.bytes(body))
                .send();
        assertRefused(answer).problem(400, "malformed");
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
    void malformedBatchIsRefused(String body) {
        var session = session();
        assertRefused(appendRaw(session, body));
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
    void messageOfWrongTypesIsInvalid(String message) {
        var session = session();
        var answer = append(session, message("ok", "ok"), message);
        assertRefused(answer).problem(422, "invalid-message");
        assertTrue(answer.json().at("/errors/0/pointer").asString().startsWith("/messages/1"), answer.text());
        assertEquals(0, get(session).number("/messageCount"));
    }

    @Test
    void roleHasAtMost255CodePoints() {
        var session = session();
        append(session, message("a", "🌳".repeat(255), "x")).expect(201);
        append(session, message("b", "🌳".repeat(256), "x")).problem(422, "invalid-message");
    }

    @Test
    void unknownFieldsAreRefusedWithPointer() {
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
            assertRefused(answer).problem(400, "unknown-field");
            assertEquals("/extra", answer.json().at("/errors/0/pointer").asString());
        }
        assertEquals(0, get(id).number("/messageCount"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data"})
    void bodyOfOtherMediaTypeIsRefused(String type) {
        var id = session();
        var body = Json.bytes(batch(message("a", "a")));
        assertRefused(api().post(MESSAGES, id).body(type, body).send()).problem(415, "not-json");
        assertRefused(api().put(MESSAGE, id, "a").body(type, body).send()).problem(415, "not-json");
        assertRefused(api().patch(SESSION, id).body(type, body).send()).problem(415, "not-json");
        assertEquals(0, get(id).number("/messageCount"));
    }

    @Test
    void bodyWithoutContentTypeIsRefused() {
        var id = session();
        var call = api().post(MESSAGES, id).body("application/json", Json.bytes(batch(message("a", "a"))));
        assertEquals(201, call.send().status());
        var server = SharedServer.server();
        var body = batch(message("b", "b"));
        var answer = RawHttp.exchange(
                server,
                Json.bytes("POST /v1/sessions/" + id + "/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                        + "Authorization: Bearer " + server.token() + "\r\nContent-Length: " + Json.bytes(body).length
                        + "\r\n\r\n" + body));
        assertEquals(415, RawHttp.status(answer), answer);
    }
}
