package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.LimitedServer;
import dev.coppice.support.SharedServer;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests of web pages: CORS headers for allowed origins. */
@ExtendWith(LimitedServer.class)
class CrossOriginIT extends Contract {
    private static final String ORIGIN = SharedServer.ALLOWED_ORIGIN;
    private static final String ALLOWED = "Access-Control-Allow-Origin";

    private static HttpCall from(String origin, HttpCall call) {
        return call.header("Origin", origin);
    }

    /** Sends a preflight request. It is no request of the API, so the OpenAPI document does not describe it. */
    private static HttpResponse<Void> preflight(Api api, String origin, String path) throws Exception {
        var request = HttpRequest.newBuilder(api.base().resolve(path))
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "authorization,x-stainless-lang")
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }

    private static void assertNotReadable(HttpHeaders headers) {
        headers.map().keySet().forEach(name -> assertTrue(!name.startsWith("access-control-"), headers.toString()));
    }

    private static void assertReadable(HttpAnswer answer) {
        assertEquals(ORIGIN, answer.header(ALLOWED), answer.toString());
        assertTrue(answer.headers().allValues("Vary").contains("Origin"), answer.toString());
        assertNull(answer.header("Access-Control-Allow-Credentials"));
        var exposed =
                Arrays.asList(answer.header("Access-Control-Expose-Headers").split(", "));
        assertTrue(exposed.containsAll(List.of("ETag", "Location", "Retry-After")), exposed.toString());
    }

    @Test
    void preflightNeedsNoToken() throws Exception {
        for (var path : List.of("/v1/sessions", "/v1/sessions/none/messages", "/v1", "/mcp")) {
            var answer = preflight(api(), ORIGIN, path);
            assertEquals(204, answer.statusCode());
            assertEquals(List.of(ORIGIN), answer.headers().allValues(ALLOWED));
            assertEquals(
                    List.of("GET, HEAD, POST, PUT, PATCH, DELETE"),
                    answer.headers().allValues("Access-Control-Allow-Methods"));
            var headers =
                    answer.headers().firstValue("Access-Control-Allow-Headers").orElse("");
            for (var name : List.of(
                    "Authorization",
                    "Idempotency-Key",
                    "If-Match",
                    "Last-Event-ID",
                    "Mcp-Protocol-Version",
                    "x-stainless-lang")) {
                assertTrue(headers.contains(name), headers);
            }
            assertEquals(List.of("7200"), answer.headers().allValues("Access-Control-Max-Age"));
            assertTrue(answer.headers().allValues("Vary").contains("Origin"));
        }
    }

    @Test
    void otherOriginsGetNoHeaders() throws Exception {
        for (var origin : List.of("https://evil.example", "null", ORIGIN + ".evil.example", "http://allowed.example")) {
            var refused = preflight(api(), origin, "/v1/sessions");
            assertEquals(401, refused.statusCode());
            assertNotReadable(refused.headers());
            assertTrue(refused.headers().allValues("Vary").contains("Origin"));
            assertNotReadable(
                    from(origin, api().get("/v1/sessions")).send().expect(200).headers());
            from(origin, api().post("/mcp")).json("{}").send().expect(403);
        }
        assertNotReadable(api().get("/v1/sessions").send().expect(200).headers());
        assertNotReadable(from(ORIGIN, api().get("/openapi")).send().expect(200).headers());
    }

    @Test
    void answersAndErrorsAreReadable() {
        var id = session();
        var read = from(ORIGIN, api().get(SESSION, id)).send().expect(200);
        assertReadable(read);
        assertNotNull(read.etag());
        assertReadable(from(ORIGIN, api().as(null).get("/v1/sessions")).send().expect(401));
        assertReadable(from(ORIGIN, api().get("/v1/none")).send().expect(404));
        assertReadable(from(ORIGIN, api().get(SESSION, unique("s"))).send().expect(404));
        assertReadable(from(ORIGIN, api().delete("/v1/sessions")).send().expect(405));
        var large = "{\"metadata\":{\"a\":\"" + "x".repeat(2 << 20) + "\"}}";
        assertReadable(
                from(ORIGIN, api().post("/v1/sessions")).json(large).send().expect(413));
        assertReadable(from(ORIGIN, api().post("/mcp")).json("{}").send());
    }

    @Test
    void eventStreamsAreReadable() throws Exception {
        var id = session();
        var request = HttpRequest.newBuilder(api().base().resolve("/v1/sessions/" + id + "/events"))
                .header("Authorization", "Bearer " + token("default", "read"))
                .header("Origin", ORIGIN)
                .build();
        var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (var body = answer.body()) {
            assertEquals(200, answer.statusCode());
            assertEquals(ORIGIN, answer.headers().firstValue(ALLOWED).orElse(null));
        }
    }

    @Test
    void closedByDefault() throws Exception {
        var api = LimitedServer.api();
        var refused = preflight(api, ORIGIN, "/v1/sessions");
        assertEquals(401, refused.statusCode());
        assertNotReadable(refused.headers());
        var answer = from(ORIGIN, api.get("/v1/sessions")).send().expect(200);
        assertNotReadable(answer.headers());
        assertNull(answer.header("Vary"));
        from(ORIGIN, api.post("/mcp")).json("{}").send().expect(403);
    }
}
