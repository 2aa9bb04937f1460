package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.EventStream;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.OpenIdProvider;
import dev.coppice.support.RawHttp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Access tokens of an OpenID provider, beside Coppice's own. */
@DatabaseNeutral
@RunsAlone(value = "starts a server of its own", ownServer = true)
class OauthIT extends FeedApi {
    private static final String AUDIENCE = "https://coppice.example.com/mcp";
    private static final String PUBLIC = "https://coppice.example.com";

    /** The quota of sessions of tenants for which no administrator has set one. */
    private static final int SESSIONS = 3;

    private static OpenIdProvider provider;
    private static CoppiceServer server;

    @BeforeAll
    static void startServer() {
        provider = new OpenIdProvider().rsa("rsa", 2048).ec("ec");
        server = CoppiceServer.named("oauth")
                .environment("COPPICE_OAUTH_ISSUER", provider.issuer())
                .environment("COPPICE_OAUTH_AUDIENCE", AUDIENCE)
                .environment("COPPICE_OAUTH_TENANT_CLAIM", "org")
                .environment("COPPICE_OAUTH_SCOPE_PREFIX", "coppice:")
                .environment("COPPICE_OAUTH_LEEWAY", "PT1S")
                .environment("COPPICE_OAUTH_TIMEOUT", "PT30S")
                .environment("COPPICE_HTTP_PUBLIC_URL", PUBLIC)
                .environment("COPPICE_QUOTA_SESSIONS", String.valueOf(SESSIONS))
                .start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
        provider.close();
    }

    private static ObjectNode claims(String tenant, String scope) {
        var claims = provider.claims(AUDIENCE, "ignored", scope);
        return claims.put("org", tenant);
    }

    private static Api with(String key, Object claims) {
        return server.api().as(provider.sign(key, claims));
    }

    private static int status(String token) {
        return server.api().as(token).get("/v1/sessions").send().status();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ec"})
    void tokenOfTheProviderGivesAccessToItsTenant(String key) {
        var tenant = unique("t");
        var writer = with(key, claims(tenant, "openid coppice:write"));
        writer.put(SESSION, "s").send().expect(201);
        writer.get(SESSION, "s").send().expect(200);
        with(key, claims(unique("t"), "coppice:write")).get(SESSION, "s").send().problem(404, "session-not-found");
        // The tenant is the same one as that of Coppice's own tokens.
        var own = server.api()
                .post("/v1/tokens")
                .json(Json.object("tenant", tenant, "scopes", List.of("read")))
                .send()
                .expect(201);
        server.api().as(own.at("/token")).get(SESSION, "s").send().expect(200);
    }

    /** No administrator knows a tenant before its first token. So the quotas of the settings apply. */
    @Test
    void newTenantHasQuotasOfSettings() {
        var tenant = unique("t");
        var writer = with("rsa", claims(tenant, "coppice:write"));
        for (int n = 0; n < SESSIONS; n++) {
            writer.put(SESSION, "s" + n).send().expect(201);
        }
        writer.put(SESSION, "more").send().problem(429, "rate-limited");
        server.api()
                .put("/v1/tenants/{}", tenant)
                .json(Json.object("sessions", SESSIONS + 1))
                .send()
                .expect(200);
        writer.put(SESSION, "more").send().expect(201);
    }

    @Test
    void scopesAreThoseOfTheClaim() {
        var tenant = unique("t");
        with("rsa", claims(tenant, "coppice:read")).put(SESSION, "s").send().problem(403, "forbidden");
        with("rsa", claims(tenant, "write admin")).get("/v1/sessions").send().problem(403, "forbidden");
        with("rsa", claims(tenant, "coppice:write")).get("/v1/tokens").send().problem(403, "forbidden");
        with("rsa", claims(tenant, "coppice:admin")).get("/v1/tokens").send().expect(200);
        var array = claims(tenant, "");
        array.putArray("scope").add("coppice:read").add("other");
        with("rsa", array).get("/v1/sessions").send().expect(200);
    }

    @Test
    void forgedTokensAreRefused() throws Exception {
        var good = claims("default", "coppice:admin");
        var signed = provider.sign("rsa", good);
        assertEquals(200, status(signed));
        var parts = signed.split("\\.");
        var none = OpenIdProvider.base64("{\"alg\":\"none\"}") + '.' + parts[1] + '.';
        var other = OpenIdProvider.base64(good.toString().replace("ada", "eve"));
        try (var stranger = new OpenIdProvider().rsa("rsa", 2048)) {
            for (var token : List.of(
                    none,
                    none + parts[2],
                    parts[0] + '.' + other + '.' + parts[2],
                    parts[0] + '.' + parts[1] + '.',
                    stranger.sign("rsa", good),
                    provider.sign("rsa", good.deepCopy().put("iss", stranger.issuer())),
                    provider.sign("rsa", good.deepCopy().put("aud", "https://other.example.com")),
                    provider.sign("rsa", good.deepCopy().put("exp", System.currentTimeMillis() / 1000 - 10)),
                    provider.sign("rsa", good.deepCopy().without("org")),
                    provider.sign("rsa", good.deepCopy().put("org", "a/b")),
                    signed + "x".repeat(100_000))) {
                var refused = server.api().as(token).get("/v1/sessions").send();
                refused.problem(401, "unauthenticated");
                assertEquals("The bearer token is not valid.", refused.at("/detail"));
            }
            assertEquals(0, stranger.fetches());
        }
    }

    /** The server reads no header of this size; it must neither answer with data nor fail. */
    @Test
    void hugeTokenIsRefused() {
        var answer = RawHttp.exchange(
                server,
                ("GET /v1/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a.b." + "x".repeat(10 << 20)
                                + "\r\n\r\n")
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertTrue(answer.isEmpty() || answer.matches("(?s)HTTP/1.1 4\\d\\d .*"), answer);
        assertEquals(200, status(provider.sign("ec", claims("default", "coppice:read"))));
    }

    @Test
    void ownTokensStayValid() {
        server.api().get("/v1/sessions").send().expect(200);
        server.api().as("cpc_wrong").get("/v1/sessions").send().problem(401, "unauthenticated");
    }

    @Test
    void tokenIsRefusedWhenItExpires() {
        var token = provider.sign(
                "ec", claims(unique("t"), "coppice:read").put("exp", System.currentTimeMillis() / 1000 + 10));
        assertEquals(200, status(token));
        Await.until("the token expires", Duration.ofMinutes(1), () -> status(token) == 401);
    }

    @Test
    void streamEndsWhenTheTokenExpires() {
        var tenant = unique("t");
        with("ec", claims(tenant, "coppice:write")).put(SESSION, "s").send().expect(201);
        var reader = with("ec", claims(tenant, "coppice:read").put("exp", System.currentTimeMillis() / 1000 + 15));
        try (var stream = watch(reader, "s")) {
            with("ec", claims(tenant, "coppice:write"))
                    .post(MESSAGES, "s")
                    .json(batch(message("m", "x")))
                    .send()
                    .expect(201);
            stream.untilEvents(1);
            Await.until("the end of the stream", Duration.ofMinutes(1), stream::isOver);
        }
    }

    /** The stream of a whole tenant is opened before the tenant has written anything. */
    @Test
    void streamOfNewTenantHasItsEvents() {
        var tenant = unique("t");
        var reader = with("ec", claims(tenant, "coppice:read"));
        try (var stream = EventStream.open(reader.get("/v1/events").query("namespace", "*"))) {
            with("ec", claims(tenant, "coppice:write")).put(SESSION, "s").send().expect(201);
            stream.untilEvents(1);
        }
    }

    @Test
    void firstUseIsInTheAuditLog() {
        var tenant = unique("t");
        var admin = with("rsa", claims(tenant, "coppice:admin").put("sub", "grace"));
        admin.get("/v1/sessions").send().expect(200);
        var log = admin.get("/v1/admin/audit").send().expect(200).text();
        assertTrue(log.contains("\"action\":\"token.used\""), log);
        assertTrue(log.contains("\"name\":\"grace\""), log);
    }

    /** The first requests of a new tenant arrive at the same time: all are answered, and each subject has one entry. */
    @Test
    void firstUsesAtTheSameTimeAreRecordedOnce() {
        var tenant = unique("t");
        var requests = new ArrayList<CompletableFuture<HttpAnswer>>();
        for (int subject = 0; subject < 4; subject++) {
            var api = with("ec", claims(tenant, "coppice:read").put("sub", "u" + subject));
            for (int n = 0; n < 4; n++) {
                requests.add(CompletableFuture.supplyAsync(
                        () -> api.get("/v1/sessions").send(), command -> new Thread(command).start()));
            }
        }
        requests.forEach(request -> request.join().expect(200));
        var admin = with("ec", claims(tenant, "coppice:admin").put("sub", "u0"));
        var names = admin.get("/v1/admin/audit")
                .send()
                .expect(200)
                .text()
                .lines()
                .filter(line -> line.contains("\"action\":\"token.used\""))
                .map(line -> line.replaceAll(".*\"name\":\"(\\w+)\".*", "$1"))
                .sorted()
                .toList();
        assertEquals(List.of("u0", "u1", "u2", "u3"), names);
    }

    @Test
    void endpointNamesTheProvider() {
        for (var path : List.of("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp")) {
            var found = server.api().as(null).get(path).send().expect(200);
            assertEquals(PUBLIC + "/mcp", found.at("/resource"));
            assertEquals(provider.issuer(), found.at("/authorization_servers/0"));
            assertEquals("coppice:read", found.at("/scopes_supported/0"));
        }
        var refused = server.api().as(null).post("/mcp").json("{}").send().problem(401, "unauthenticated");
        assertEquals(
                "Bearer resource_metadata=\"" + PUBLIC + "/.well-known/oauth-protected-resource\"",
                refused.header("WWW-Authenticate"));
    }

    @Test
    void logContainsNoToken() {
        var token = provider.sign("rsa", claims("default", "coppice:admin"));
        assertEquals(200, status(token));
        assertEquals(401, status(token + "x"));
        assertFalse(server.log().contains(token.substring(token.lastIndexOf('.'))), "The log contains a token");
    }
}
