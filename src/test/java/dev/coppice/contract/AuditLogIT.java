package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.SharedServer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/** The audit log: what it records, and who reads it. */
class AuditLogIT extends Contract {
    private static final Duration BOUND = Duration.ofMinutes(1);

    private static List<JsonNode> entries(Api api, Object after) {
        return api.get("/v1/admin/audit")
                .query("after", after)
                .send()
                .expect(200)
                .text()
                .lines()
                .map(Json::parse)
                .toList();
    }

    private static List<JsonNode> entries(Api api) {
        return entries(api, 0);
    }

    /** The entries of a tenant that are no uses of tokens, as action and target. */
    private static List<String> acts(Api api) {
        return entries(api).stream()
                .filter(entry -> !text(entry, "/action").equals("token.used"))
                .map(entry -> text(entry, "/action") + " " + text(entry, "/target"))
                .toList();
    }

    private static String text(JsonNode entry, String pointer) {
        return Json.text(entry.at(pointer));
    }

    private static Api administrator() {
        return api().as(token(unique("t"), "admin"));
    }

    @Test
    void actsOnTokensAreRecorded() {
        var admin = administrator();
        var issued = admin.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read"), "name", "reports"))
                .send()
                .expect(201);
        var next = admin.post("/v1/tokens/{}/rotate", issued.at("/id")).send().expect(201);
        admin.delete("/v1/tokens/{}", issued.at("/id")).send().expect(204);
        admin.delete("/v1/tokens/{}", issued.at("/id")).send().expect(404);
        var id = issued.at("/id");
        var acts = acts(admin);
        assertEquals(
                List.of("token.created " + id, "token.rotated " + id, "token.revoked " + id),
                acts.subList(1, acts.size()));
        var rotated = entries(admin).stream()
                .filter(entry -> text(entry, "/action").equals("token.rotated"))
                .findFirst()
                .orElseThrow();
        assertEquals(next.at("/id"), text(rotated, "/details/newId"));
        assertEquals("reports", text(rotated, "/details/name"));
        assertEquals("read", text(rotated, "/details/scopes/0"));
    }

    @Test
    void entriesContainNoToken() {
        var admin = administrator();
        var issued = admin.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read")))
                .send()
                .expect(201);
        var log = admin.get("/v1/admin/audit").send().expect(200);
        assertTrue(log.header("Content-Type").startsWith("application/jsonl"), log.header("Content-Type"));
        assertFalse(log.text().contains(issued.at("/token")), "The log shows the token");
        assertFalse(log.text().contains("cpc_"), "The log shows a token");
    }

    @Test
    void tenantsReadTheirOwnEntriesAndDefaultReadsAll() {
        var tenant = unique("t");
        var admin = api().as(token(tenant, "admin"));
        var foreign = administrator();
        var own = entries(admin);
        assertEquals("token.created", text(own.get(0), "/action"));
        // The token was created by the tenant default, whose tokens are not shown to others.
        assertEquals("default", text(own.get(0), "/actor/tenant"));
        assertEquals(null, text(own.get(0), "/actor/token"));
        assertEquals(null, text(own.get(0), "/actor/name"));
        for (var entry : entries(admin)) {
            assertEquals(tenant, text(entry, "/tenant"));
        }
        assertFalse(foreign.get("/v1/admin/audit").send().text().contains(tenant));
        var seen = entries(api()).stream()
                .filter(entry -> tenant.equals(text(entry, "/tenant")))
                .findFirst()
                .orElseThrow();
        assertEquals(text(own.get(0), "/id"), text(seen, "/id"));
        assertTrue(text(seen, "/actor/token").matches("\\d+"), seen.toString());
    }

    @Test
    void logNeedsAdminScope() {
        api().as(token("default", "write")).get("/v1/admin/audit").send().problem(403, "forbidden");
        api().get("/v1/admin/audit").query("after", "x").send().problem(400, "out-of-range");
        api().get("/v1/admin/audit").query("from", "yesterday").send().problem(400, "malformed");
    }

    @Test
    void erasureImportAndExportAreRecorded() {
        var tenant = unique("t");
        var admin = api().as(token(tenant, "admin"));
        admin.put(SESSION, "s1").json(Json.object("userId", "ada")).send().expect(201);
        admin.post(MESSAGES, "s1")
                .json(batch(message("m0", "a secret of ada")))
                .send()
                .expect(201);
        var file = admin.get("/v1/export")
                .query("namespace", "*")
                .query("userId", "ada")
                .send()
                .expect(200)
                .text();
        admin.delete("/v1/users/{}", "ada").send().expect(200);
        admin.post("/v1/imports")
                .query("namespace", "copies")
                .query("dryRun", "true")
                .body("application/jsonl", file.getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(200);
        var acts = acts(admin);
        assertEquals(
                List.of("export.begun null", "erasure.begun ada", "erasure.done ada", "import.begun copies"),
                acts.subList(1, acts.size()));
        var log = entries(admin);
        var done = log.stream()
                .filter(entry -> text(entry, "/action").equals("erasure.done"))
                .findFirst()
                .orElseThrow();
        assertEquals("1", done.at("/details/sessions").toString());
        assertEquals("1", done.at("/details/messages").toString());
        assertFalse(log.toString().contains("secret of ada"), "The log contains the text of a message");
    }

    @Test
    void verificationOfTheIndexIsRecorded() {
        var before = entries(api());
        var last = text(before.get(before.size() - 1), "/id");
        api().post("/v1/admin/index/verify").send().expect(202);
        var added = entries(api(), last).stream()
                .map(entry -> text(entry, "/action"))
                .toList();
        assertTrue(added.contains("index.verify"), added.toString());
    }

    @Test
    void firstUseOfATokenOnADayIsRecordedOnce() {
        var admin = administrator();
        var issued = admin.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read")))
                .send()
                .expect(201);
        var reader = api().as(issued.at("/token"));
        reader.get("/v1/sessions").send().expect(200);
        Await.until("the use is recorded", BOUND, () -> uses(admin, issued.at("/id")) == 1);
        var used = Json.text(lastUse(admin, issued.at("/id")));
        assertEquals(used, text(usesOf(admin, issued.at("/id")).get(0), "/at"));
        // The test may run at midnight; then there are two days.
        var day = Instant.now().toString().substring(0, 10);
        Await.until("another use is written", BOUND, () -> {
            reader.get("/v1/sessions").send().expect(200);
            return !used.equals(Json.text(lastUse(admin, issued.at("/id"))));
        });
        if (day.equals(Instant.now().toString().substring(0, 10))) {
            assertEquals(1, uses(admin, issued.at("/id")));
        }
    }

    private static JsonNode lastUse(Api admin, String id) {
        for (var item : admin.get("/v1/tokens").send().expect(200).json().path("items")) {
            if (id.equals(Json.text(item.path("id")))) {
                return item.path("lastUsedAt");
            }
        }
        throw new AssertionError("No token " + id);
    }

    @Test
    void useOfATokenThatIsRevokedAtOnceIsRecorded() {
        var admin = administrator();
        var issued = admin.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read")))
                .send()
                .expect(201);
        api().as(issued.at("/token")).get("/v1/sessions").send().expect(200);
        admin.delete("/v1/tokens/{}", issued.at("/id")).send().expect(204);
        var acts = entries(admin).stream()
                .filter(entry -> issued.at("/id").equals(text(entry, "/target")))
                .map(entry -> text(entry, "/action"))
                .toList();
        assertEquals(List.of("token.created", "token.used", "token.revoked"), acts);
    }

    private static List<JsonNode> usesOf(Api admin, String id) {
        return entries(admin).stream()
                .filter(entry -> text(entry, "/action").equals("token.used") && id.equals(text(entry, "/target")))
                .toList();
    }

    private static long uses(Api admin, String id) {
        return usesOf(admin, id).size();
    }

    /** A reader who continues after the last id sees every entry once, in ascending order, while others write. */
    @Test
    void readerWhoContinuesAfterAnIdMissesNothing() {
        var tenant = unique("t");
        var admin = api().as(token(tenant, "admin"));
        int writers = 4;
        int rounds = 10;
        var last = new long[1];
        var seen = new ArrayList<Long>();
        ParallelClients.of(writers + 1, i -> {
            for (int round = 0; round < rounds; round++) {
                if (i < writers) {
                    retryWhileBusy(201, () -> admin.post("/v1/tokens")
                            .json(Json.object("scopes", List.of("read")))
                            .send());
                } else {
                    entries(admin, last[0]).forEach(entry -> {
                        last[0] = Long.parseLong(text(entry, "/id"));
                        seen.add(last[0]);
                    });
                }
            }
            return null;
        });
        entries(admin, last[0]).forEach(entry -> seen.add(Long.parseLong(text(entry, "/id"))));
        var all = entries(admin).stream()
                .mapToLong(entry -> Long.parseLong(text(entry, "/id")))
                .limit(seen.size())
                .toArray();
        assertEquals(LongStream.of(all).boxed().toList(), seen);
        assertTrue(acts(admin).size() == writers * rounds + 1, acts(admin).toString());
    }

    @Test
    void entriesFromATimeOnAreSelected() {
        var admin = administrator();
        var far = Instant.now()
                .plus(Duration.ofDays(1))
                .truncatedTo(ChronoUnit.MILLIS)
                .toString();
        assertEquals(
                "",
                admin.get("/v1/admin/audit")
                        .query("from", far)
                        .send()
                        .expect(200)
                        .text());
        var before = Instant.now()
                .minus(Duration.ofHours(1))
                .truncatedTo(ChronoUnit.MILLIS)
                .toString();
        assertFalse(admin.get("/v1/admin/audit")
                .query("from", before)
                .send()
                .expect(200)
                .text()
                .isEmpty());
    }

    /** The times of entries are those of the database, so the test makes an entry old there. */
    @Test
    @EnabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "the server locks the file of H2")
    void entriesAreDeletedAfterAYear() throws SQLException {
        var admin = administrator();
        for (int i = 0; i < 2; i++) {
            admin.post("/v1/tokens")
                    .json(Json.object("scopes", List.of("read")))
                    .send()
                    .expect(201);
        }
        var created = entries(admin).stream()
                .filter(entry -> text(entry, "/action").equals("token.created"))
                .map(entry -> text(entry, "/id"))
                .toList();
        var old = created.get(0);
        try (var connection = Databases.connect(SharedServer.server());
                var age = connection.prepareStatement("update audit_entry set created_at = ? where id = ?")) {
            age.setLong(1, Instant.now().minus(Duration.ofDays(366)).toEpochMilli());
            age.setLong(2, Long.parseLong(old));
            assertEquals(1, age.executeUpdate());
        }
        Await.until("the old entry is deleted", BOUND, () -> entries(admin).stream()
                .noneMatch(entry -> text(entry, "/id").equals(old)));
        assertTrue(entries(admin).stream().anyMatch(entry -> text(entry, "/id").equals(created.get(1))));
    }
}
