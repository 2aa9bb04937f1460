package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions that keep the times of the system from which they are imported. */
class ImportedTimesIT extends Contract {
    private static final String OLD = "2021-03-01T12:00:00.000Z";
    private static final String NEWER = "2022-03-01T12:00:00.500Z";

    private Api tenant;

    @BeforeEach
    void createTenant() {
        tenant = api().as(token(unique("t"), "admin", "write"));
    }

    private HttpAnswer create(String id, Object... fields) {
        return tenant.put(SESSION, id).json(Json.object(fields)).send();
    }

    private List<String> listed(String path, String array) {
        return tenant.get(path).query("limit", 50).send().expect(200).all(array, "id");
    }

    @Test
    void timesAreKept() {
        var created = create("s", "createdAt", OLD, "updatedAt", NEWER).expect(201);
        assertEquals(OLD, created.at("/createdAt"));
        assertEquals(NEWER, created.at("/updatedAt"));
        assertNull(created.at("/expiresAt"));
        var posted = tenant.post("/v1/sessions")
                .json(Json.object("id", "p", "createdAt", OLD, "updatedAt", NEWER))
                .send()
                .expect(201);
        assertEquals(OLD, posted.at("/createdAt"));
        assertEquals(NEWER, tenant.get(SESSION, "p").send().expect(200).at("/updatedAt"));
    }

    @Test
    void nextWriteChangesTimeOfLastWrite() {
        create("s", "createdAt", OLD, "updatedAt", NEWER).expect(201);
        tenant.post(MESSAGES, "s").json(batch(message("a", "x"))).send().expect(201);
        var session = tenant.get(SESSION, "s").send().expect(200);
        assertEquals(OLD, session.at("/createdAt"));
        assertTrue(session.at("/updatedAt").compareTo("2026") > 0);
    }

    @Test
    void missingTimeHasDefault() {
        var created = create("c", "createdAt", OLD).expect(201);
        assertEquals(OLD, created.at("/createdAt"));
        assertNotEquals(OLD, created.at("/updatedAt"));
        var updated = create("u", "updatedAt", OLD).expect(201);
        assertEquals(OLD, updated.at("/createdAt"));
        assertEquals(OLD, updated.at("/updatedAt"));
    }

    @Test
    void timeToLiveBeginsWithImport() {
        var before = Instant.now().minusSeconds(60);
        var created = create("s", "createdAt", OLD, "updatedAt", OLD, "ttlSeconds", 3600)
                .expect(201);
        assertTrue(Instant.parse(created.at("/expiresAt")).isAfter(before.plusSeconds(3600)));
        tenant.get(SESSION, "s").send().expect(200);
    }

    @Test
    void onlyAdministratorsSetTimes() {
        var name = unique("t");
        var writer = api().as(token(name, "write"));
        for (var field : List.of("createdAt", "updatedAt")) {
            writer.put(SESSION, "s").json(Json.object(field, OLD)).send().problem(403, "forbidden");
            writer.post("/v1/sessions").json(Json.object(field, OLD)).send().problem(403, "forbidden");
        }
        writer.get(SESSION, "s").send().problem(404, "session-not-found");
        writer.put(SESSION, "s").json("{\"createdAt\":null}").send().expect(201);
    }

    @Test
    void badTimesAreRefused() {
        for (var bad : List.of("yesterday", "2021-03-01", "", "2999-01-01T00:00:00Z", "-0001-01-01T00:00:00Z")) {
            assertEquals(
                    "/createdAt",
                    create("s", "createdAt", bad).problem(422, "invalid").at("/errors/0/pointer"));
            create("s", "updatedAt", bad).problem(422, "invalid");
        }
        create("s", "createdAt", NEWER, "updatedAt", OLD).problem(422, "invalid");
        create("s", "createdAt", 5).problem(400, "malformed");
    }

    @Test
    void listsAreOrderedByImportedTimes() {
        create("now").expect(201);
        create("newer", "updatedAt", NEWER).expect(201);
        create("old", "createdAt", OLD, "updatedAt", OLD).expect(201);
        create("touched", "createdAt", OLD).expect(201);
        assertEquals(List.of("touched", "now", "newer", "old"), listed("/v1/sessions", "/items"));
        assertEquals(List.of("now", "newer", "touched", "old"), listed("/v1/conversations", "/data"));
        assertEquals(List.of("old", "touched", "newer", "now"), byAge(1));
        assertEquals(List.of("old", "touched", "newer", "now"), byAge(3));
    }

    /** The ids of the sessions, oldest first, read in pages. */
    private List<String> byAge(int limit) {
        var ids = new ArrayList<String>();
        String after = null;
        boolean more;
        do {
            var call = tenant.get("/v1/conversations").query("limit", limit).query("order", "asc");
            var page =
                    (after == null ? call : call.query("after", after)).send().expect(200);
            ids.addAll(page.all("/data", "id"));
            after = page.at("/last_id");
            more = page.json().path("has_more").asBoolean();
        } while (more);
        return ids;
    }
}
