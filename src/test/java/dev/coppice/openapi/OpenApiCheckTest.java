package dev.coppice.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the check itself: a correct exchange passes, and each kind of violation is found. */
class OpenApiCheckTest {

    private static final OpenApiCheck CHECK = new OpenApiCheck();
    private static final String USAGE =
            """
            {"inputTokens":1,"outputTokens":2,"cachedTokens":0,"reasoningTokens":0,"cost":0.001}""";
    private static final String NOT_FOUND =
            """
            {"type":"urn:coppice:problem:session-not-found","title":"The session does not exist","status":404,
             "detail":"None.","code":"session-not-found"}""";

    @Test
    void documentedAnswerPasses() {
        assertEquals(List.of(), CHECK.violations(usage(200, "application/json", USAGE)));
        assertEquals(List.of(), CHECK.violations(usage(404, "application/problem+json", NOT_FOUND)));
    }

    @Test
    void contentTypeMayHaveACharset() {
        assertEquals(List.of(), CHECK.violations(usage(200, "application/json;charset=UTF-8", USAGE)));
    }

    @Test
    void undeclaredStatusIsFound() {
        assertFound("does not declare 201", usage(201, "application/json", USAGE));
    }

    @Test
    void missingMemberIsFound() {
        assertFound("cost", usage(200, "application/json", USAGE.replace(",\"cost\":0.001", "")));
    }

    @Test
    void undeclaredMemberIsFound() {
        assertFound("colour", usage(200, "application/json", USAGE.replace("{", "{\"colour\":1,")));
    }

    @Test
    void wrongTypeIsFound() {
        assertFound("integer expected", usage(200, "application/json", USAGE.replace(":1,", ":\"1\",")));
    }

    @Test
    void forbiddenNullIsFound() {
        assertFound("null", usage(200, "application/json", USAGE.replace("0.001", "null")));
    }

    @Test
    void wrongContentTypeIsFound() {
        assertFound("of type text/html", usage(200, "text/html", "<html>"));
    }

    @Test
    void brokenJsonIsFound() {
        assertFound("not JSON", usage(200, "application/json", "{\"inputTokens\":1"));
    }

    @Test
    void unknownProblemCodeIsFound() {
        assertFound("enumeration", usage(404, "application/problem+json", NOT_FOUND.replace("session-not", "never")));
    }

    @Test
    void problemWithAnotherStatusIsFound() {
        assertFound("the problem says 404", usage(409, "application/problem+json", NOT_FOUND));
    }

    @Test
    void internalServerErrorIsFoundEvenAsAProblem() {
        assertFound("an error of the server", usage(500, "application/problem+json", NOT_FOUND));
    }

    @Test
    void acceptedInvalidRequestIsFound() {
        var exchange = exchange(
                "POST",
                "/v1/sessions/s/usage",
                "{\"inputTokens\":-1}",
                200,
                Map.of("Content-Type", "application/json"),
                USAGE);
        assertFound("request", exchange);
    }

    @Test
    void toolMayHaveAnyOfTheFormats() {
        for (var tool : List.of(
                "{\"type\":\"function\",\"function\":{%s,\"parameters\":%s}}",
                "{\"type\":\"function\",%s,\"parameters\":%s,\"strict\":false}",
                "{%s,\"input_schema\":%s}",
                "{%s,\"inputSchema\":%s}",
                "{\"type\":\"function\",%s,\"inputSchema\":%s}")) {
            assertEquals(List.of(), CHECK.violations(tools(tool)));
        }
    }

    @Test
    void toolWithMembersOfTwoFormatsIsFound() {
        assertFound("input_schema", tools("{%1$s,\"inputSchema\":%2$s,\"input_schema\":%2$s}"));
    }

    @Test
    void entryWhoseMessageHasNoIdIsFound() {
        var entry =
                """
                {"message":{"role":"user","createdAt":1},"parentId":null,"depth":0,"tokens":1,"children":0,
                 "createdAt":"2026-11-21T09:31:12.345Z"}""";
        var headers = Map.of("Content-Type", "application/json", "ETag", "\"1\"");
        assertFound("id", exchange("GET", "/v1/sessions/s/messages/m", "", 200, headers, entry));
    }

    @Test
    void acceptedSettingOfWrongTypeIsFound() {
        var headers = Map.of("Content-Type", "application/json", "ETag", "\"1\"");
        for (var settings : List.of("\"summary\":1", "\"profile\":\"x\"", "\"searchableHistory\":{}")) {
            var found = CHECK.violations(exchange("PUT", "/v1/agents/a", "{" + settings + "}", 200, headers, "{}"));
            assertTrue(found.stream().anyMatch(text -> text.startsWith("request")), settings + ": " + found);
        }
    }

    private static Exchange tools(String tool) {
        var described = "\"name\":\"load_context\",\"description\":\"Loads.\"";
        var schema = "{\"type\":\"object\",\"properties\":{},\"required\":[],\"additionalProperties\":false}";
        return exchange(
                "GET",
                "/v1/sessions/s/tools",
                "",
                200,
                Map.of("Content-Type", "application/json"),
                "{\"tools\":[" + tool.formatted(described, schema) + "]}");
    }

    @Test
    void missingHeaderIsFound() {
        var metadata = Map.of("Content-Type", "application/json");
        assertFound("no header ETag", exchange("GET", "/v1/sessions/s/metadata", "", 200, metadata, "{}"));
    }

    @Test
    void headerWithWrongSchemaIsFound() {
        var metadata = Map.of("content-type", "application/json", "etag", "W/\"1\"");
        assertFound("ETag:", exchange("GET", "/v1/sessions/s/metadata", "", 200, metadata, "{}"));
    }

    @Test
    void undeclaredBodyIsFound() {
        assertFound("a body where", exchange("DELETE", "/v1/sessions/s", "", 204, Map.of(), "{}"));
    }

    @Test
    void successOfAnUnknownRouteIsFound() {
        assertFound(
                "does not have",
                exchange("GET", "/v1/secrets", "", 200, Map.of("Content-Type", "application/json"), "{}"));
    }

    @Test
    void timeWithoutMillisecondsIsFound() {
        var json = Map.of("Content-Type", "application/json");
        var tokens =
                """
                {"items":[{"id":"1","tenant":"t","scopes":["read"],"name":null,"createdAt":"2026-11-21T09:30:00.000Z",
                 "expiresAt":null,"lastUsedAt":null}],"nextCursor":null}""";
        assertEquals(List.of(), CHECK.violations(exchange("GET", "/v1/tokens", "", 200, json, tokens)));
        assertFound("createdAt", exchange("GET", "/v1/tokens", "", 200, json, tokens.replace(".000Z", "Z")));
    }

    @Test
    void requestMayHaveTimesWithoutMilliseconds() {
        var issued =
                """
                {"id":"1","token":"cpc_1","tenant":"t","scopes":["read"],"name":null,"expiresAt":"2026-11-21T09:30:00.000Z"}""";
        assertEquals(List.of(), CHECK.violations(issuedUntil("2026-11-21T09:30:00Z", issued)));
        assertEquals(List.of(), CHECK.violations(issuedUntil("2026-11-21T10:30:00+01:00", issued)));
        assertFound("request", issuedUntil("tomorrow", issued));
    }

    private static Exchange issuedUntil(String end, String answer) {
        var sent = "{\"scopes\":[\"read\"],\"expiresAt\":\"" + end + "\"}";
        var headers = Map.of("Content-Type", "application/json", "Cache-Control", "no-store");
        return exchange("POST", "/v1/tokens", sent, 201, headers, answer);
    }

    @Test
    void encodedSlashIsPartOfAnId() {
        var problem = Map.of("Content-Type", "application/problem+json");
        var exchange = exchange("POST", "/v1/sessions/a%2Fb/usage", "", 404, problem, NOT_FOUND);
        assertEquals(List.of(), CHECK.violations(exchange));
    }

    private static void assertFound(String part, Exchange exchange) {
        var violations = String.join("\n", CHECK.violations(exchange));
        assertTrue(violations.contains(part), violations);
    }

    private static Exchange usage(int status, String type, String body) {
        return exchange(
                "POST",
                "/v1/sessions/s/usage",
                "{\"inputTokens\":1}",
                status,
                Map.of("Content-Type", type, "ETag", "\"3\""),
                body);
    }

    private static Exchange exchange(
            String method, String path, String sent, int status, Map<String, String> headers, String body) {
        return new Exchange(
                method,
                path,
                "application/json",
                sent.getBytes(StandardCharsets.UTF_8),
                status,
                headers,
                body.getBytes(StandardCharsets.UTF_8));
    }
}
