package dev.coppice.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That the check bites: an answer as documented passes, and each way of leaving the document is seen. */
class OpenApiCheckTest {

    private static final OpenApiCheck CHECK = new OpenApiCheck();
    private static final String USAGE =
            """
            {"inputTokens":1,"outputTokens":2,"cachedTokens":0,"reasoningTokens":0,"cost":0.001}""";
    private static final String NOT_FOUND =
            """
            {"type":"urn:coppice:problem:session-not-found","title":"There is no such session","status":404,
             "detail":"None.","code":"session-not-found"}""";

    @Test
    void answerAsDocumentedPasses() {
        assertEquals(List.of(), CHECK.violations(usage(200, "application/json", USAGE)));
        assertEquals(List.of(), CHECK.violations(usage(404, "application/problem+json", NOT_FOUND)));
    }

    @Test
    void contentTypeMayCarryACharset() {
        assertEquals(List.of(), CHECK.violations(usage(200, "application/json;charset=UTF-8", USAGE)));
    }

    @Test
    void undeclaredStatusIsSeen() {
        seen("does not declare 201", usage(201, "application/json", USAGE));
    }

    @Test
    void missingMemberIsSeen() {
        seen("cost", usage(200, "application/json", USAGE.replace(",\"cost\":0.001", "")));
    }

    @Test
    void strangeMemberIsSeen() {
        seen("colour", usage(200, "application/json", USAGE.replace("{", "{\"colour\":1,")));
    }

    @Test
    void wrongTypeIsSeen() {
        seen("integer expected", usage(200, "application/json", USAGE.replace(":1,", ":\"1\",")));
    }

    @Test
    void nullIsSeenWhereNoneIsAllowed() {
        seen("null", usage(200, "application/json", USAGE.replace("0.001", "null")));
    }

    @Test
    void wrongContentTypeIsSeen() {
        seen("of type text/html", usage(200, "text/html", "<html>"));
    }

    @Test
    void brokenJsonIsSeen() {
        seen("not JSON", usage(200, "application/json", "{\"inputTokens\":1"));
    }

    @Test
    void unknownProblemCodeIsSeen() {
        seen("enumeration", usage(404, "application/problem+json", NOT_FOUND.replace("session-not", "never")));
    }

    @Test
    void problemOfAnotherStatusIsSeen() {
        seen("the problem says 404", usage(409, "application/problem+json", NOT_FOUND));
    }

    @Test
    void serverFaultIsSeenEvenAsAProblem() {
        seen("a fault of the server", usage(500, "application/problem+json", NOT_FOUND));
    }

    @Test
    void acceptedRequestThatTheDocumentForbidsIsSeen() {
        var exchange = exchange(
                "POST",
                "/v1/sessions/s/usage",
                "{\"inputTokens\":-1}",
                200,
                Map.of("Content-Type", "application/json"),
                USAGE);
        seen("request", exchange);
    }

    @Test
    void missingHeaderIsSeen() {
        var metadata = Map.of("Content-Type", "application/json");
        seen("no header ETag", exchange("GET", "/v1/sessions/s/metadata", "", 200, metadata, "{}"));
    }

    @Test
    void headerOfAnotherShapeIsSeen() {
        var metadata = Map.of("content-type", "application/json", "etag", "W/\"1\"");
        seen("ETag:", exchange("GET", "/v1/sessions/s/metadata", "", 200, metadata, "{}"));
    }

    @Test
    void bodyOfAnEmptyAnswerIsSeen() {
        seen("a body where", exchange("DELETE", "/v1/sessions/s", "", 204, Map.of(), "{}"));
    }

    @Test
    void successOfAnUnknownRouteIsSeen() {
        seen(
                "does not have",
                exchange("GET", "/v1/secrets", "", 200, Map.of("Content-Type", "application/json"), "{}"));
    }

    @Test
    void timeWithoutMillisecondsIsSeen() {
        var json = Map.of("Content-Type", "application/json");
        var tokens =
                """
                {"items":[{"id":"1","tenant":"t","scopes":["read"],"name":null,"createdAt":"2026-11-21T09:30:00.000Z"}],
                 "nextCursor":null}""";
        assertEquals(List.of(), CHECK.violations(exchange("GET", "/v1/tokens", "", 200, json, tokens)));
        seen("createdAt", exchange("GET", "/v1/tokens", "", 200, json, tokens.replace(".000Z", "Z")));
    }

    @Test
    void encodedSlashStaysWithinAnId() {
        var problem = Map.of("Content-Type", "application/problem+json");
        var exchange = exchange("POST", "/v1/sessions/a%2Fb/usage", "", 404, problem, NOT_FOUND);
        assertEquals(List.of(), CHECK.violations(exchange));
    }

    private static void seen(String part, Exchange exchange) {
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
