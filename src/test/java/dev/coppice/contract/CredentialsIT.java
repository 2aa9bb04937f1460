package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Authentication by bearer token, scopes and administration of tokens. */
@DatabaseNeutral
class CredentialsIT extends Contract {

    private static HttpAnswer createToken(Api api, Object... members) {
        return api.post("/v1/tokens").json(Json.object(members)).send();
    }

    private static List<JsonNode> listTokens(Api api) {
        return allItems("items", cursor -> {
            var call = api.get("/v1/tokens").query("limit", 200);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
    }

    private static List<String> listTokens(Api api, String member) {
        return listTokens(api).stream()
                .map(item -> Json.text(item.path(member)))
                .toList();
    }

    @Test
    void allRoutesButHealthAndOpenApiNeedToken() {
        var withoutToken = api().as(null);
        for (var open : List.of("/health/live", "/health/ready", "/openapi")) {
            withoutToken.get(open).send().expect(200);
        }
        for (var path :
                List.of("/v1/sessions", "/v1/sessions/x", "/v1/tokens", "/v1/nothing/here", "/v1/sessions/x/y/z")) {
            for (var method : List.of("GET", "POST", "PUT", "PATCH", "DELETE")) {
                var refused = withoutToken.call(method, path).send().problem(401, "unauthenticated");
                assertEquals("Bearer", refused.header("WWW-Authenticate"), method + " " + path);
            }
        }
    }

    @Test
    void healthIsUp() {
        assertEquals(
                "UP", api().as(null).get("/health/ready").send().expect(200).at("/status"));
        assertEquals("UP", api().as(null).get("/health/live").send().expect(200).at("/status"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer",
                "Bearer ",
                "Bearer nonsense",
                "Bearer null",
                "Basic YWRtaW46YWRtaW4=",
                "nonsense",
                "Bearer a b",
                "Bearer ' or '1'='1",
                "Bearer %"
            })
    void invalidCredentialIsRefused(String authorization) {
        api().as(null)
                .get("/v1/sessions")
                .header("Authorization", authorization)
                .send()
                .problem(401, "unauthenticated");
    }

    @Test
    void tokenIsComparedAsWhole() {
        var token = SharedServer.server().token();
        for (var otherToken : List.of(
                token + "x", token.substring(0, token.length() - 1), token.toUpperCase(java.util.Locale.ROOT))) {
            api().as(otherToken).get("/v1/sessions").send().problem(401, "unauthenticated");
        }
        api().as(null)
                .get("/v1/sessions")
                .header("Authorization", "bearer " + token)
                .send()
                .expect(200);
    }

    @Test
    void firstTokenIsInFileReadableByOwnerOnly() throws IOException {
        var file = SharedServer.server().data().resolve("token");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        var log = SharedServer.server().log();
        assertTrue(log.contains(file.toString()), "The log doesn't say where the token is");
        assertFalse(log.contains(SharedServer.server().token()), "The token is in the log");
    }

    @Test
    void tokenIsShownOnceOnly() {
        var created = createToken(api(), "scopes", List.of("read", "write"), "name", "for a test")
                .expect(201);
        assertEquals(
                Set.of("id", "token", "tenant", "scopes", "name", "expiresAt"),
                Set.copyOf(created.json().propertyNames()));
        assertEquals("default", created.at("/tenant"));
        assertEquals("for a test", created.at("/name"));
        var list = listTokens(api());
        assertFalse(list.toString().contains(created.at("/token")), "The list shows the token");
        var row = list.stream()
                .filter(item -> created.at("/id").equals(Json.text(item.path("id"))))
                .findFirst()
                .orElseThrow();
        assertEquals(
                Set.of("id", "tenant", "scopes", "name", "createdAt", "expiresAt", "lastUsedAt"),
                Set.copyOf(row.propertyNames()));
    }

    @Test
    void revokedTokenIsRefusedAtOnce() {
        var created = createToken(api(), "scopes", List.of("read")).expect(201);
        var reader = api().as(created.at("/token"));
        reader.get("/v1/sessions").send().expect(200);
        api().delete("/v1/tokens/{}", created.at("/id")).send().expect(204);
        reader.get("/v1/sessions").send().problem(401, "unauthenticated");
        assertEquals(
                404, api().delete("/v1/tokens/{}", created.at("/id")).send().status());
        assertFalse(listTokens(api(), "id").contains(created.at("/id")));
    }

    @Test
    void readScopeMayReadAndNotWrite() {
        var id = sessionWithMessages(1);
        var reader = api().as(token("default", "read"));
        reader.get(SESSION, id).send().expect(200);
        reader.head(SESSION, id).send().expect(200);
        reader.get(HISTORY, id).send().expect(200);
        var before = get(id);
        for (var forbidden : sendWrites(reader, id)) {
            forbidden.problem(403, "forbidden");
        }
        assertEquals(before.text(), get(id).text());
    }

    @Test
    void missingScopeIsReportedBeforeMissingSession() {
        var reader = api().as(token("default", "read"));
        var status = unique("none");
        for (var forbidden : sendWrites(reader, status)) {
            forbidden.problem(403, "forbidden");
        }
        reader.delete("/v1/tokens/{}", status).send().problem(403, "forbidden");
    }

    private static List<HttpAnswer> sendWrites(Api api, String session) {
        var answers = new ArrayList<HttpAnswer>();
        answers.add(api.post("/v1/sessions").json(Json.object()).send());
        answers.add(api.put(SESSION, session).send());
        answers.add(api.patch(SESSION, session).json("{\"name\":\"x\"}").send());
        answers.add(api.post(MESSAGES, session).json(batch(message("x", "x"))).send());
        answers.add(api.put(MESSAGE, session, "m0").json(message("m0", "x")).send());
        answers.add(api.delete(MESSAGE, session, "m0").send());
        answers.add(api.delete(MESSAGES, session).query("id", "m0").send());
        answers.add(api.post(SESSION + "/usage", session)
                .json("{\"inputTokens\":1}")
                .send());
        answers.add(api.post(SESSION + "/clear", session).send());
        answers.add(api.put(SESSION + "/metadata", session).json("{}").send());
        answers.add(api.patch(SESSION + "/metadata", session).json("{}").send());
        answers.add(api.post(ForkApi.FORK, session).send());
        answers.add(api.post("/v1/sessions/{}/split", session)
                .json("{\"summary\":\"s\"}")
                .send());
        answers.add(api.delete(SESSION, session).send());
        return answers;
    }

    @Test
    void writeScopeIncludesRead() {
        var writer = api().as(token("default", "write"));
        var id = unique("s");
        writer.put(SESSION, id).send().expect(201);
        writer.post(MESSAGES, id).json(batch(message("a", "a"))).send().expect(201);
        writer.get(HISTORY, id).send().expect(200);
    }

    @Test
    void tokensNeedAdminScope() {
        for (var scope : List.of("read", "write")) {
            var api = api().as(token("default", scope));
            api.get("/v1/tokens").send().problem(403, "forbidden");
            createToken(api, "scopes", List.of("read")).problem(403, "forbidden");
        }
    }

    @Test
    void unknownScopesAndFieldsAreRefused() {
        assertEquals(422, createToken(api(), "scopes", List.of("read", "root")).status());
        assertEquals(422, createToken(api(), "scopes", List.of("Read")).status());
        createToken(api(), "scopes", List.of("read"), "token", "mine").problem(400, "unknown-field");
        var status = createToken(api(), "name", "no scopes").status();
        assertTrue(status == 400 || status == 422, "" + status);
        assertEquals(
                422,
                createToken(api(), "scopes", List.of("read"), "tenant", "a/b").status());
    }

    @Test
    void onlyAdminOfDefaultTenantMayNameOtherTenants() {
        var tenant = unique("tenant");
        var admin = api().as(token(tenant, "admin", "write"));
        var own = createToken(admin, "scopes", List.of("read")).expect(201);
        assertEquals(tenant, own.at("/tenant"));
        createToken(admin, "scopes", List.of("read"), "tenant", tenant).expect(201);
        createToken(admin, "scopes", List.of("read"), "tenant", "default").problem(403, "forbidden");
        createToken(admin, "scopes", List.of("read"), "tenant", unique("other")).problem(403, "forbidden");
        assertEquals(Set.of(tenant), Set.copyOf(listTokens(admin, "tenant")));
    }

    @Test
    void adminCannotRevokeTokensOfOtherTenant() {
        var admin = api().as(token(unique("tenant"), "admin"));
        var ownToken = createToken(api(), "scopes", List.of("read")).expect(201);
        var foreign = admin.delete("/v1/tokens/{}", ownToken.at("/id")).send();
        var missing = admin.delete("/v1/tokens/{}", unique("none")).send();
        assertEquals(404, foreign.status());
        assertEquals(missing.at("/code"), foreign.at("/code"));
        api().as(ownToken.at("/token")).get("/v1/sessions").send().expect(200);
    }

    @Test
    void openApiDocumentContainsRoutes() {
        var document = api().as(null)
                .get("/openapi")
                .header("Accept", "application/json")
                .send()
                .expect(200);
        assertNotNull(document.header("Content-Type"));
        for (var route : List.of("/sessions", "/history", "/messages", "/tokens", "/usage", "/tree")) {
            assertTrue(document.text().contains(route), route);
        }
    }
}
