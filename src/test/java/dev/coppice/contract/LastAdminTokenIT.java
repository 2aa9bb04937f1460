package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.openapi.ExchangeCheck;
import dev.coppice.support.Api;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The tenant {@code default} always has an administrator's token: the last one is kept, or a start issues a new one. */
@RunsAlone("revokes administrators' tokens and restarts a server")
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
class LastAdminTokenIT {
    private static final int ROUNDS = 20;

    /** A token with its id. */
    private record Token(String id, String text) {
        HttpAnswer revoke(Api api) {
            return api.as(text).delete("/v1/tokens/{}", id).send();
        }
    }

    @BeforeAll
    static void checkExchanges() {
        ExchangeCheck.enable();
    }

    private static Token issue(Api api, String... scopes) {
        var issued = api.post("/v1/tokens")
                .json(Json.object("scopes", List.of(scopes)))
                .send()
                .expect(201);
        return new Token(issued.at("/id"), issued.at("/token"));
    }

    /** Issues an administrator's token and revokes all others of the tenant. */
    private static Token onlyAdministrator() {
        var api = TestServers.first().api();
        var only = issue(api, "admin");
        for (var id : administrators(api.as(only.text))) {
            if (!id.equals(only.id)) {
                api.as(only.text).delete("/v1/tokens/{}", id).send().expect(204);
            }
        }
        return only;
    }

    private static List<String> administrators(Api api) {
        var ids = new ArrayList<String>();
        Contract.allItems("items", cursor -> {
                    var call = api.get("/v1/tokens").query("limit", 200);
                    return (cursor == null ? call : call.query("cursor", cursor)).send();
                })
                .stream()
                .filter(item -> item.path("tenant").asString().equals("default")
                        && item.path("scopes").toString().contains("admin"))
                .forEach(item -> ids.add(Json.text(item.path("id"))));
        return ids;
    }

    /** Makes a token the one that other classes use. */
    private static void keep(Token token) throws IOException {
        Files.writeString(TestServers.first().data().resolve("token"), token.text);
    }

    @Test
    void lastAdministratorIsNotRevoked() throws IOException {
        var last = onlyAdministrator();
        keep(last);
        var api = TestServers.first().api();
        var writer = issue(api, "write");
        last.revoke(api).problem(409, "last-admin-token");
        last.revoke(TestServers.other()).problem(409, "last-admin-token");
        api.delete("/v1/tokens/{}", writer.id).send().expect(204);
        api.delete("/v1/tokens/{}", writer.id).send().problem(404, "token-not-found");
        var next = issue(api, "read", "admin");
        last.revoke(api).expect(204);
        next.revoke(api).problem(409, "last-admin-token");
        keep(next);
    }

    @Test
    void lastAdministratorOfOtherTenantMayBeRevoked() {
        var api = TestServers.first().api();
        var issued = api.post("/v1/tokens")
                .json(Json.object("tenant", Contract.unique("tenant"), "scopes", List.of("admin")))
                .send()
                .expect(201);
        new Token(issued.at("/id"), issued.at("/token")).revoke(api).expect(204);
    }

    /** On two nodes where there are two. */
    @Test
    void oneOfTheLastTwoSurvivesConcurrentRevocations() throws IOException {
        var survivor = onlyAdministrator();
        keep(survivor);
        for (int round = 0; round < ROUNDS; round++) {
            var pair = List.of(survivor, issue(TestServers.first().api(), "admin"));
            var nodes = List.of(TestServers.first().api(), TestServers.other());
            // Each revokes the other's token: a token that is revoked first may also be refused with 401.
            var statuses = ParallelClients.of(2, i -> nodes.get(i)
                    .as(pair.get(i).text)
                    .delete("/v1/tokens/{}", pair.get(1 - i).id)
                    .send()
                    .status());
            assertEquals(1, statuses.stream().filter(status -> status == 204).count(), "" + statuses);
            survivor = pair.get(statuses.indexOf(204));
            keep(survivor);
        }
    }

    @Test
    void startWithoutAdministratorIssuesOne() throws Exception {
        var server = TestServers.first();
        var before = server.token();
        server.stop();
        deleteAdministrators();
        int logged = server.log().length();
        server.restart();
        var file = server.data().resolve("token");
        assertNotEquals(before, server.token());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        var log = server.log().substring(logged);
        assertTrue(log.contains("had no administrator's token") && log.contains(file.toString()), "not in the log");
        assertFalse(log.contains(server.token()), "The token is in the log");
        assertEquals(1, administrators(server.api()).size());
        server.api().as(before).get("/v1/tokens").send().problem(401, "unauthenticated");
    }

    private static void deleteAdministrators() throws SQLException {
        try (var connection = Databases.connect(TestServers.first());
                var statement = connection.createStatement()) {
            int deleted = statement.executeUpdate("delete from credential where scopes like '%admin%' and tenant_id ="
                    + " (select id from tenant where name = 'default')");
            assertTrue(deleted > 0);
            if (!Databases.areOnServer()) {
                // The server has set that the file stays locked after the last connection.
                statement.execute("shutdown");
            }
        }
    }
}
