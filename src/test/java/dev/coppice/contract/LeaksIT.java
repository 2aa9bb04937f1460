package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.openapi.ExampleRequest;
import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SharedServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every operation gets bad requests with a canary in each place. No answer shows anything of the implementation, all have
 * the common headers, and neither the log nor the metrics contain the canaries, a token, a key or the password of the
 * database.
 */
@DatabaseNeutral
class LeaksIT extends Contract {
    /** In bodies, where texts of messages would be. */
    private static final String TEXT = unique("canary-text");

    /** In the header of an invalid token. */
    private static final String TOKEN = "cpc_" + unique("canary-token");

    static Stream<ExampleRequest> operations() {
        // The streams of events have no end, and the canary is no reason to refuse them.
        return ExampleRequest.firsts().stream()
                .filter(example -> !List.of("events", "sessionEvents").contains(example.id()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void refusalShowsNothingOfTheImplementation(ExampleRequest example) {
        var api = api().as(token(unique("t"), "admin", "write"));
        for (var call : badRequests(api, example)) {
            check(call.send());
        }
        check(example.call(api.as(TOKEN)).send());
    }

    private static List<HttpCall> badRequests(Api api, ExampleRequest example) {
        var calls = new ArrayList<HttpCall>();
        for (var body : List.of(
                "{\"a\":\"" + TEXT,
                "[\"" + TEXT + "\"]",
                "\"" + TEXT + "\"",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"" + TEXT + "\",\"id\":7}]}",
                "{\"content\":{\"text\":\"" + TEXT + "\"},\"a\\u0000\":\"" + TEXT + "\"}")) {
            if (example.type() != null) {
                calls.add(example.call(api).body(example.type(), body.getBytes(StandardCharsets.UTF_8)));
            }
        }
        calls.add(example.call(api).header("If-Match", TEXT));
        calls.add(example.call(api).query("cursor", TEXT).query("limit", TEXT));
        return calls;
    }

    private static void check(HttpAnswer answer) {
        assertTrue(answer.status() < 500, answer.toString());
        assertEquals("nosniff", answer.header("X-Content-Type-Options"), answer.toString());
        assertEquals(RoutesIT.NO_PAGE, answer.header("Content-Security-Policy"), answer.toString());
        assertNull(answer.header("X-Powered-By"), answer.toString());
        assertNull(answer.header("Server"), answer.toString());
        if (answer.status() >= 400) {
            var text = answer.text();
            assertFalse(IMPLEMENTATION.matcher(text).find(), text);
            assertEquals(
                    List.of(), serverSecrets().stream().filter(text::contains).toList());
            assertFalse(text.contains(TOKEN), text);
        }
    }

    /** The password of H2 is the same on every server, and no secret. */
    private static List<String> serverSecrets() {
        var server = SharedServer.server();
        var secrets = new ArrayList<>(List.of(server.token(), ModelEndpoint.KEY, SharedServer.METRICS_TOKEN));
        if (server.database().isOnServer()) {
            secrets.add(server.database().password());
        }
        return secrets;
    }

    @Test
    void unknownTokenIsNoHintForAnother() {
        var answers = Stream.of("cpc_" + "0".repeat(43), TOKEN, "x")
                .map(token ->
                        api().as(token).get("/v1/sessions").send().expect(401).text())
                .distinct()
                .toList();
        assertEquals(1, answers.size(), answers.toString());
    }

    /** Answers that the server gives before Coppice sees the request. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /v1/sessions/%zz", "GET ..", "GARBAGE", "GET /%5c..%5c", "PROPFIND /v1/sessions"})
    void brokenRequestLineShowsNothingOfTheServer(String line) {
        var answer = RawHttp.request(SharedServer.server(), line);
        assertTrue(RawHttp.status(answer) < 500, answer);
        assertFalse(answer.matches("(?is).*(wildfly|undertow|jboss|resteasy|exception).*"), answer);
    }

    @AfterAll
    static void logAndMetricsContainNoSecret() {
        var secrets = new ArrayList<>(serverSecrets());
        secrets.addAll(List.of(TEXT, TOKEN, token(unique("t"), "read")));
        var metrics =
                api().as(SharedServer.METRICS_TOKEN).get("/metrics").send().expect(200);
        assertEquals(
                List.of(), secrets.stream().filter(metrics.text()::contains).toList(), "secrets in the metrics");
        var found = SharedServer.server()
                .log()
                .lines()
                .filter(line -> secrets.stream().anyMatch(line::contains))
                .toList();
        assertEquals(List.of(), found, Json.quote("secrets in the log"));
    }
}
