package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.DatabaseServer;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import dev.coppice.support.OpenIdProvider;
import dev.coppice.support.TcpRelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tokens while the database cannot be reached, and while it refuses writes. Without an answer of the database, no token
 * of Coppice is valid and none is invalid. Tokens of an OpenID provider are checked without the database. Not on H2,
 * which is in the server.
 */
class TokenOutageIT {
    private static final String AUDIENCE = "https://coppice.example.com";
    private static final List<String> USERS = List.of("ada", "grace");
    private static final List<String> PATHS = List.of("/v1/sessions", "/v1/sessions/s", "/v1/sessions/s/history");
    private static final String SECRET = "canary-of-the-owner";
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Pattern PORT = Pattern.compile("(?<=127\\.0\\.0\\.1:)\\d+");

    @Test
    void tokenThatCannotBeLookedUpGets503() {
        assumeTrue(Databases.areOnServer(), "H2 is in the server");
        var databases = Databases.separate("token-outage");
        var database = databases.create("coppice_token_outage");
        var port = PORT.matcher(database.url());
        assertTrue(port.find(), database.url());
        try (var relay = new TcpRelay(Integer.parseInt(port.group()))) {
            var url = port.replaceFirst(String.valueOf(relay.port()));
            try (var provider = new OpenIdProvider().ec("ec");
                    var server = CoppiceServer.named("token-outage")
                            .database(new Database(url, database.user(), database.password()))
                            .environment("COPPICE_OAUTH_ISSUER", provider.issuer())
                            .environment("COPPICE_OAUTH_AUDIENCE", AUDIENCE)
                            .environment("COPPICE_OAUTH_TENANT_CLAIM", "org")
                            .start()) {
                check(server, provider, relay);
                checkReadOnly(server.api(), provider, databases);
            }
        }
    }

    private static void check(CoppiceServer server, OpenIdProvider provider, TcpRelay relay) {
        var api = server.api();
        api.put(Contract.SESSION, "s").json(Json.object("name", SECRET)).send().expect(201);
        var tokens = new ArrayList<>(tokens(api));
        var users = users(api, provider);
        tokens.addAll(users);
        relay.cut();
        for (var token : tokens) {
            for (var path : PATHS) {
                var answer = api.as(token).get(path).send().problem(503, "unavailable");
                assertNotNull(answer.header("Retry-After"));
                assertFalse(answer.text().contains(SECRET), answer.text());
            }
        }
        for (var user : users) {
            api.as(user + "x").get("/v1/sessions/s").send().problem(401, "unauthenticated");
        }
        relay.restore();
        Await.until(
                "the server is ready again",
                BOUND,
                () -> api.get("/health/ready").send().status() == 200);
        assertEquals(
                List.of(200, 200, 401, 401, 200, 200),
                tokens.stream().map(token -> statusAfterOutage(api.as(token))).toList());
        Await.until("the first uses are in the audit log", BOUND, () -> {
            users.forEach(user -> statusAfterOutage(api.as(user)));
            return USERS.stream().allMatch(user -> isInAuditLog(api, user));
        });
    }

    /** A user reads although the first use of the token cannot be recorded; it is recorded later. */
    private static void checkReadOnly(Api api, OpenIdProvider provider, DatabaseServer databases) {
        var user = api.as(token(provider, "ida"));
        databases.refuseWrites(true);
        assertEquals(200, statusAfterOutage(user));
        assertFalse(isInAuditLog(api, "ida"));
        databases.refuseWrites(false);
        Await.until("the use is in the audit log", BOUND, () -> {
            statusAfterOutage(user);
            return isInAuditLog(api, "ida");
        });
    }

    private static boolean isInAuditLog(Api api, String user) {
        return api.get("/v1/admin/audit").send().text().contains("\"name\":\"" + user + "\"");
    }

    /** The first status that is not 503: the pool may give out a connection that was lost in the outage. */
    private static int statusAfterOutage(Api api) {
        var status = new AtomicInteger();
        Await.until("the request reaches the database", BOUND, () -> {
            status.set(api.get("/v1/sessions/s").send().status());
            return status.get() != 503;
        });
        return status.get();
    }

    /** Tokens of two users of the provider: one that has sent a request already, and one that has not. */
    private static List<String> users(Api api, OpenIdProvider provider) {
        var tokens = USERS.stream().map(user -> token(provider, user)).toList();
        api.as(tokens.get(0)).get("/v1/sessions").send().expect(200);
        return tokens;
    }

    private static String token(OpenIdProvider provider, String user) {
        var claims = provider.claims(AUDIENCE, "ignored", "read");
        return provider.sign("ec", claims.put("org", "default").put("sub", user));
    }

    /** A token that the server has in its cache, one that it has not seen yet, a revoked and an unknown one. */
    private static List<String> tokens(Api api) {
        var scope = Json.object("scopes", List.of("read"));
        var known = api.post("/v1/tokens").json(scope).send().expect(201).at("/token");
        api.as(known).get("/v1/sessions").send().expect(200);
        var unseen = api.post("/v1/tokens").json(scope).send().expect(201).at("/token");
        var revoked = api.post("/v1/tokens").json(scope).send().expect(201);
        api.delete("/v1/tokens/{}", revoked.at("/id")).send().expect(204);
        return List.of(known, unseen, revoked.at("/token"), "cpc_" + "0".repeat(43));
    }
}
