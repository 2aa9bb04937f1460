package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SharedServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unknown routes, wrong methods, common response headers and repeated parameters. */
@DatabaseNeutral
class RoutesIT extends Contract {
    /** Header {@code Content-Security-Policy} of all answers except those of the console. */
    static final String NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

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
    void unknownRouteIsNotFound(String path) {
        assertRefused(api().get(path).send()).problem(404, "no-such-route");
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
    void wrongMethodIsAnsweredWithAllowedMethods(String method, String path, String allowed) {
        var answer = api().call(method, path).send();
        assertRefused(answer).problem(405, "no-such-route");
        var allow = List.of(answer.header("Allow").split("\\s*,\\s*"));
        for (var each : allowed.split(" ")) {
            assertTrue(allow.contains(each), allow.toString());
        }
        assertFalse(allow.contains(method), allow.toString());
    }

    @Test
    void everyAnswerHasCommonHeaders() {
        var id = sessionWithMessages(1);
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
            assertEquals(NO_PAGE, answer.header("Content-Security-Policy"), answer.toString());
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
            var answer = api().get(open).send();
            assertEquals("nosniff", answer.header("X-Content-Type-Options"), open);
            assertEquals(NO_PAGE, answer.header("Content-Security-Policy"), open);
        }
    }

    @Test
    void repeatedParametersCauseNoServerError() {
        var id = sessionWithMessages(2);
        var answers = new ArrayList<HttpAnswer>();
        answers.add(api().get("/v1/sessions?limit=1&limit=2").send());
        answers.add(api().get("/v1/sessions/" + id + "/history?last=1&last=2&leafId=m0&leafId=m1")
                .send());
        answers.add(api().get("/v1/sessions/" + id + "?namespace=&namespace=x").send());
        for (var answer : answers) {
            assertTrue(answer.status() < 500, answer.toString());
        }
    }

    @Test
    void malformedWeightsAreRefused() {
        for (var path : List.of("/v1/sessions", "/health/live", "/openapi", "/mcp")) {
            api().as(null).get(path).header("Accept", "image/*;q=x").send().problem(400, "malformed");
        }
        var id = unique("s");
        api().put(SESSION, id)
                .body("application/json;q=x", "{}".getBytes(StandardCharsets.UTF_8))
                .send()
                .problem(400, "malformed");
        api().get(SESSION, id).send().problem(404, "session-not-found");
    }

    /** Otherwise two different texts would be read as the same one, with replacement characters. */
    @ParameterizedTest
    @ValueSource(strings = {"namespace=%FF", "namespace=a%C3", "namespace=%ed%a0%80", "x=%C0%80", "%FF"})
    void queriesThatAreNotUtf8AreRefused(String query) {
        api().get("/v1/sessions?" + query).send().problem(400, "malformed");
    }

    @Test
    void traceIsDisabled() {
        var answer = RawHttp.request(SharedServer.server(), "TRACE /v1/sessions");
        assertTrue(RawHttp.status(answer) >= 400 && RawHttp.status(answer) < 500, answer);
        assertFalse(answer.contains(SharedServer.server().token()), "TRACE returns the bearer token");
    }
}
