package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tokens expire, are rotated, and show when they were last used. */
class TokenLifetimesIT extends Contract {
    private static final Duration BOUND = Duration.ofMinutes(1);

    private static HttpAnswer issue(Api api, Instant end) {
        return api.post("/v1/tokens")
                .json(Json.object(
                        "scopes",
                        List.of("read"),
                        "name",
                        "reports",
                        "expiresAt",
                        end.truncatedTo(ChronoUnit.MILLIS).toString()))
                .send();
    }

    private static HttpAnswer rotate(Api api, String id, Object... members) {
        return api.post("/v1/tokens/{}/rotate", id).json(Json.object(members)).send();
    }

    private static Instant inAnHour() {
        return Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);
    }

    private static int statusWith(String token) {
        return api().as(token).get("/v1/sessions").send().status();
    }

    /** The token in the list of an administrator; null if it is not there. */
    private static JsonNode listed(Api api, String id) {
        return allItems("items", cursor -> {
                    var call = api.get("/v1/tokens").query("limit", 200);
                    return (cursor == null ? call : call.query("cursor", cursor)).send();
                })
                .stream()
                .filter(item -> id.equals(Json.text(item.path("id"))))
                .findFirst()
                .orElse(null);
    }

    private static Api administrator() {
        return api().as(token(unique("t"), "admin"));
    }

    @Test
    void tokenIsRefusedWhenItExpiresAndThenPurged() {
        var admin = administrator();
        var issued = issue(admin, Instant.now().plusSeconds(10)).expect(201);
        var token = issued.at("/token");
        assertEquals(200, statusWith(token));
        Await.until("the token expires", BOUND, () -> statusWith(token) == 401);
        api().as(token).get("/v1/sessions").send().problem(401, "unauthenticated");
        rotate(admin, issued.at("/id")).problem(404, "token-not-found");
        Await.until("the token is purged", BOUND, () -> listed(admin, issued.at("/id")) == null);
    }

    @Test
    void endIsShown() {
        var admin = administrator();
        var end = inAnHour();
        var issued = issue(admin, end).expect(201);
        assertEquals(end, Instant.parse(issued.at("/expiresAt")));
        assertEquals(
                end, Instant.parse(Json.text(listed(admin, issued.at("/id")).path("expiresAt"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"2020-01-01T00:00:00.000Z", "tomorrow", "", "+12345-01-01T00:00:00Z", "9999-12-31T23:59:59-18:00"
            })
    void endThatIsNoTimeInTheFutureIsRefused(String end) {
        var refused = api().post("/v1/tokens")
                .json(Json.object("scopes", List.of("read"), "expiresAt", end))
                .send()
                .problem(422, "invalid");
        assertEquals("/expiresAt", refused.at("/errors/0/pointer"));
    }

    @Test
    void rotatedTokenStaysValidForTheOverlap() {
        var admin = administrator();
        var old = admin.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read"), "name", "reports"))
                .send()
                .expect(201);
        var next = rotate(admin, old.at("/id"), "overlapSeconds", 10).expect(201);
        assertNotEquals(old.at("/id"), next.at("/id"));
        for (var member : List.of("/tenant", "/scopes/0", "/name", "/expiresAt")) {
            assertEquals(old.at(member), next.at(member), member);
        }
        assertEquals(old.at("/id"), next.at("/previous/id"));
        assertEquals(
                next.at("/previous/expiresAt"),
                Json.text(listed(admin, old.at("/id")).path("expiresAt")));
        assertEquals(200, statusWith(old.at("/token")));
        assertEquals(200, statusWith(next.at("/token")));
        Await.until("the old token expires", BOUND, () -> statusWith(old.at("/token")) == 401);
        assertEquals(200, statusWith(next.at("/token")));
    }

    @Test
    void overlapOfZeroEndsTheOldTokenAtOnce() {
        var admin = administrator();
        var old = issue(admin, inAnHour()).expect(201);
        assertEquals(200, statusWith(old.at("/token")));
        rotate(admin, old.at("/id"), "overlapSeconds", 0).expect(201);
        assertEquals(401, statusWith(old.at("/token")));
    }

    @Test
    void newTokenIsIssuedForAsLongAsTheOldOne() {
        var admin = administrator();
        var end = inAnHour();
        var old = issue(admin, end).expect(201);
        var next = rotate(admin, old.at("/id"), "overlapSeconds", 60).expect(201);
        assertTrue(!Instant.parse(next.at("/expiresAt")).isBefore(end), next.text());
        assertTrue(Instant.parse(next.at("/expiresAt")).isBefore(end.plusSeconds(600)), next.text());
        assertTrue(Instant.parse(next.at("/previous/expiresAt")).isBefore(end), next.text());
        // The overlap does not shorten what the next rotation gives, nor does the default overlap exceed the end.
        var again = rotate(admin, old.at("/id")).expect(201);
        assertTrue(!Instant.parse(again.at("/expiresAt")).isBefore(end), again.text());
        assertEquals(next.at("/previous/expiresAt"), again.at("/previous/expiresAt"));
        var chosen = inAnHour().plus(1, ChronoUnit.DAYS);
        var named =
                rotate(admin, next.at("/id"), "expiresAt", chosen.toString()).expect(201);
        assertEquals(chosen, Instant.parse(named.at("/expiresAt")));
    }

    @Test
    void rotationNeedsNoBody() {
        var admin = administrator();
        var old = admin.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read")))
                .send()
                .expect(201);
        var next = admin.post("/v1/tokens/{}/rotate", old.at("/id")).send().expect(201);
        var overlap = Duration.between(Instant.now(), Instant.parse(next.at("/previous/expiresAt")));
        assertTrue(overlap.compareTo(Duration.ofHours(23)) > 0 && overlap.compareTo(Duration.ofHours(25)) < 0);
    }

    @Test
    void rotationIsForAdministratorsOfTheTenant() {
        var other = administrator();
        var old = issue(administrator(), inAnHour()).expect(201);
        var foreign = rotate(other, old.at("/id"));
        var missing = rotate(other, "999999999999");
        foreign.problem(404, "token-not-found");
        assertEquals(missing.text(), foreign.text());
        rotate(api().as(token("default", "write")), old.at("/id")).problem(403, "forbidden");
        rotate(api(), old.at("/id")).expect(201);
        api().post("/v1/tokens/{}/rotate", old.at("/id"))
                .header("Idempotency-Key", "k")
                .send()
                .problem(400, "malformed");
    }

    @ParameterizedTest
    @CsvSource({"-1,400", "7776001,400"})
    void overlapOutOfRangeIsRefused(long seconds, int status) {
        var old = issue(api(), inAnHour()).expect(201);
        rotate(api(), old.at("/id"), "overlapSeconds", seconds).problem(status, "out-of-range");
    }

    @Test
    void lastUseIsWrittenAfterwards() {
        var admin = administrator();
        var issued = issue(admin, inAnHour()).expect(201);
        assertNull(Json.text(listed(admin, issued.at("/id")).path("lastUsedAt")));
        var before = Instant.now().minusSeconds(5);
        assertEquals(200, statusWith(issued.at("/token")));
        Await.until(
                "the use is written",
                BOUND,
                () -> Json.text(listed(admin, issued.at("/id")).path("lastUsedAt")) != null);
        var used = Instant.parse(Json.text(listed(admin, issued.at("/id")).path("lastUsedAt")));
        assertTrue(used.isAfter(before) && used.isBefore(Instant.now().plusSeconds(5)), used.toString());
    }
}
