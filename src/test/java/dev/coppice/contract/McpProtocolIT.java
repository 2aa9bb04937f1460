package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both versions of the Model Context Protocol on one URL: requests, headers, errors and their statuses. */
@DatabaseNeutral
class McpProtocolIT extends McpApi {
    private static final List<String> VERSIONS = List.of(MODERN, LEGACY, "2025-06-18", "2025-03-26");

    private static HttpAnswer raw(String body) {
        return api().post("/mcp").json(body).send();
    }

    @ParameterizedTest
    @ValueSource(strings = {LEGACY, "2025-06-18", "2025-03-26"})
    void initializeAnswersTheRequestedVersion(String version) {
        var params = Json.object("protocolVersion", version, "capabilities", Json.object());
        var answer = legacy(api(), "", "initialize", params).send().expect(200);
        assertNull(answer.header("Mcp-Session-Id"));
        assertEquals("no-store", answer.header("Cache-Control"));
        assertEquals(version, answer.at("/result/protocolVersion"));
        assertEquals("coppice", answer.at("/result/serverInfo/name"));
        assertTrue(answer.at("/result/instructions").contains("conversation_search"));
        assertEquals(
                List.of("tools", "resources", "prompts"),
                List.copyOf(answer.json().at("/result/capabilities").propertyNames()));
        var initialized = api().post("/mcp")
                .header("MCP-Protocol-Version", version)
                .header("Mcp-Session-Id", "ignored")
                .header("Last-Event-ID", "ignored")
                .json("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .send()
                .expect(202);
        assertEquals(0, initialized.body().length);
        assertEquals("{}", result(legacy(api(), "", "ping", Json.object())).toString());
    }

    @Test
    void initializeOffersTheNewestLegacyVersionForUnknownOnes() {
        for (var version : List.of("2024-11-05", MODERN, "x")) {
            var params = Json.object("protocolVersion", version);
            assertEquals(
                    LEGACY,
                    Json.text(result(legacy(api(), "", "initialize", params)).path("protocolVersion")));
        }
    }

    @Test
    void discoverDescribesTheServer() {
        var result = result(modern(api(), "", "server/discover", Json.object()));
        assertEquals("complete", Json.text(result.path("resultType")));
        assertEquals(Json.array(VERSIONS.toArray()), result.path("supportedVersions"));
        assertEquals("private", Json.text(result.path("cacheScope")));
        var few = result(modern(api(), "?tools=chatgpt", "server/discover", Json.object()));
        assertFalse(few.path("instructions").asString().contains("conversation_search"), few.toString());
        assertTrue(result.path("ttlMs").asInt() > 0);
        assertEquals("coppice", Json.text(result.at("/_meta/io.modelcontextprotocol~1serverInfo/name")));
    }

    @Test
    void modernResultsHaveTypeServerAndCacheHints() {
        for (var method : List.of("tools/list", "resources/list", "resources/templates/list", "prompts/list")) {
            var result = result(modern(api(), "", method, Json.object()));
            assertEquals("complete", Json.text(result.path("resultType")), method);
            assertTrue(result.path("ttlMs").asInt() >= 0, method);
            assertTrue(List.of("public", "private").contains(Json.text(result.path("cacheScope"))), method);
            assertTrue(
                    result.at("/_meta/io.modelcontextprotocol~1serverInfo/version")
                            .isString(),
                    method);
        }
        assertFalse(result(legacy(api(), "", "tools/list", Json.object())).has("resultType"));
    }

    @Test
    void listsAreEqualBetweenCalls() {
        for (var method : List.of("tools/list", "resources/templates/list", "prompts/list")) {
            var first = legacy(api(), "", method, Json.object()).send().expect(200);
            assertArrayEquals(
                    first.body(),
                    legacy(api(), "", method, Json.object()).send().body());
            var cursor =
                    legacy(api(), "", method, Json.object("cursor", "x")).send().expect(200);
            error(cursor, -32602);
        }
    }

    @Test
    void unknownMethodDependsOnTheVersion() {
        for (var method : List.of("initialize", "ping", "logging/setLevel", "resources/subscribe", "x")) {
            var answer = modern(api(), "", method, Json.object()).send().expect(404);
            error(answer, -32601);
            assertEquals(1, answer.number("/id"));
        }
        for (var method : List.of("server/discover", "logging/setLevel", "completion/complete", "x")) {
            error(legacy(api(), "", method, Json.object()).send().expect(200), -32601);
        }
    }

    @Test
    void modernHeadersMustEqualTheBody() {
        for (var header : List.of("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name")) {
            var params = Json.object("name", "recent_conversations", "arguments", Json.object());
            var missing =
                    modern(api(), "", "tools/call", params).without(header).send();
            error(missing.expect(400), -32020);
            var other = modern(api(), "", "tools/call", params)
                    .without(header)
                    .header(header, "TOOLS/CALL")
                    .send();
            error(other.expect(400), -32020);
        }
        var params = Json.object("name", "recent_conversations", "arguments", Json.object());
        var encoded = "=?base64?" + Base64.getEncoder().encodeToString("recent_conversations".getBytes()) + "?=";
        modern(api(), "", "tools/call", params)
                .without("Mcp-Name")
                .header("mcp-name", encoded)
                .send()
                .expect(200);
    }

    @Test
    void metaMustBeComplete() {
        var withoutVersion = legacy(api(), "", "server/discover", Json.object())
                .header("MCP-Protocol-Version", MODERN)
                .header("Mcp-Method", "server/discover")
                .send();
        error(withoutVersion.expect(400), -32602);
        var params = Json.object("_meta", Json.object("io.modelcontextprotocol/protocolVersion", MODERN));
        var withoutCapabilities = legacy(api(), "", "server/discover", params)
                .header("MCP-Protocol-Version", MODERN)
                .header("Mcp-Method", "server/discover")
                .send();
        error(withoutCapabilities.expect(400), -32602);
    }

    @Test
    void unknownVersionIsRefusedWithTheKnownOnes() {
        var params = Json.object("_meta", Json.object("io.modelcontextprotocol/protocolVersion", "1900-01-01"));
        var modern = legacy(api(), "", "tools/list", params)
                .header("MCP-Protocol-Version", "1900-01-01")
                .send()
                .expect(400);
        error(modern, -32022);
        assertEquals(Json.array(VERSIONS.toArray()), modern.json().at("/error/data/supported"));
        assertEquals("1900-01-01", modern.at("/error/data/requested"));
        var legacy = legacy(api(), "", "tools/list", Json.object())
                .header("MCP-Protocol-Version", "2024-11-05")
                .send();
        error(legacy.expect(400), -32022);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                " [{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
                "{}",
                "1",
                "{\"id\":1,\"id\":2}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
            })
    void invalidRequestIsRefused(String body) {
        error(raw(body).expect(400), -32600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "", "nul", "{\"jsonrpc\":\"2.0\",}"})
    void bodyThatIsNoJsonIsRefused(String body) {
        error(
                api().post("/mcp")
                        .body("application/json", body.getBytes())
                        .send()
                        .expect(400),
                -32700);
    }

    @Test
    void deepJsonAndOtherTypesAreRefused() {
        error(raw("{\"params\":" + "[".repeat(5000) + "]".repeat(5000) + "}").expect(400), -32700);
        api().post("/mcp").body("text/plain", "{}".getBytes()).send().problem(415, "not-json");
        api().post("/mcp")
                .json("{\"a\":\"" + "x".repeat(17 << 20) + "\"}")
                .send()
                .problem(413, "too-large");
    }

    @Test
    void idsAreReturnedAsTheyWereSent() {
        for (var id : List.of("\"a\\u0062\"", "0", "-7", "123456789012345678901234567890", "\"\"")) {
            var answer = raw("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}")
                    .expect(200);
            assertEquals("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}", answer.text());
        }
    }

    @Test
    void otherMethodsAreRefused() {
        for (var method : List.of("GET", "DELETE", "PUT", "PATCH")) {
            var answer = api().call(method, "/mcp").send().expect(405);
            assertTrue(answer.header("Allow").contains("POST"), answer.toString());
        }
    }

    @Test
    void tokenIsRequiredWithoutAuthorizationServer() {
        for (var token : new String[] {null, "cpc_wrong"}) {
            var answer =
                    legacy(api().as(token), "", "tools/list", Json.object()).send();
            answer.problem(401, "unauthenticated");
            assertEquals("Bearer", answer.header("WWW-Authenticate"));
        }
        for (var path : List.of("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp")) {
            api().as(null).get(path).send().expect(404);
        }
    }

    @Test
    void pagesOfOtherOriginsAreRefused() {
        var self = URI.create(api().base().toString());
        var host = self.getHost() + ":" + self.getPort();
        for (var origin :
                List.of("http://evil.example", "null", "http://localhost:1", "https://" + host + ".evil.example")) {
            var answer = legacy(api(), "", "ping", Json.object())
                    .header("Origin", origin)
                    .send()
                    .expect(403);
            error(answer, -32600);
        }
        for (var origin : List.of("http://" + host, SharedServer.ALLOWED_ORIGIN)) {
            legacy(api(), "", "ping", Json.object())
                    .header("Origin", origin)
                    .send()
                    .expect(200);
        }
    }

    @Test
    void wrongQueryParametersAreReported() {
        for (var query : List.of("?tools=all,x", "?session=a%2Fb", "?user=%20", "?namespace=*", "?agent=..")) {
            var answer =
                    legacy(api(), query, "tools/list", Json.object()).send().expect(400);
            assertTrue(error(answer, -32602).contains("URL"), answer.toString());
        }
    }
}
