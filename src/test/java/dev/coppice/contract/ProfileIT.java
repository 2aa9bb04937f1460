package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Json;
import org.junit.jupiter.api.Test;

/** Profiles written by clients: put, patch, delete, versions and limits. */
@DatabaseNeutral
class ProfileIT extends MemoryApi {
    private final String user = unique("user");

    private void put(String json) {
        api().put(PROFILE, user).json(json).send();
    }

    @Test
    void profileIsStoredVerbatim() {
        profile(user).problem(404, "profile-not-found");
        var json = "{ \"tone\" : \"calm\", \"age\":1.50, \"kin\":{\"Ada\":[null]} }";
        var created = api().put(PROFILE, user).json(json).send().expect(201);
        assertEquals("\"1\"", created.etag());
        assertEquals(json, created.text());
        assertEquals(json, profile(user).expect(200).text());
        assertEquals("\"1\"", profile(user).etag());
        var replaced = api().put(PROFILE, user).json("{}").send().expect(200);
        assertEquals("{}", replaced.text());
        assertEquals("\"2\"", replaced.etag());
    }

    @Test
    void patchMergesAndNullRemoves() {
        put("{\"tone\":\"calm\",\"goal\":\"hazel\",\"kin\":{\"Ada\":1,\"Bea\":2}}");
        var patched = api().patch(PROFILE, user)
                .body(
                        "application/merge-patch+json",
                        Json.bytes("{\"tone\":null,\"goal\":\"oak\",\"kin\":{\"Ada\":null},\"new\":[1]}"))
                .send()
                .expect(200);
        assertEquals("{\"goal\":\"oak\",\"kin\":{\"Bea\":2},\"new\":[1]}", patched.text());
        assertEquals(patched.text(), profile(user).text());
        assertEquals(patched.etag(), profile(user).etag());
        api().patch(PROFILE, user).json("{\"goal\":null}").send().expect(200);
        api().patch(PROFILE, unique("user")).json("{}").send().problem(404, "profile-not-found");
    }

    @Test
    void deletedProfileIsNotFound() {
        put("{\"tone\":\"calm\"}");
        api().delete(PROFILE, user).send().expect(204);
        profile(user).problem(404, "profile-not-found");
        api().delete(PROFILE, user).send().problem(404, "profile-not-found");
        api().put(PROFILE, user).json("{}").send().expect(201);
    }

    @Test
    void writesAreConditionalOnVersion() {
        for (var version : new String[] {"*", "\"1\""}) {
            api().put(PROFILE, user)
                    .header("If-Match", version)
                    .json("{}")
                    .send()
                    .problem(412, "stale-version");
        }
        var absent = api().put(PROFILE, user).header("If-Match", "\"0\"").json("{}");
        absent.send().expect(201);
        absent.send().problem(412, "stale-version");
        api().delete(PROFILE, user).send().expect(204);
        api().put(PROFILE, user)
                .header("If-None-Match", "*")
                .json("{\"a\":1}")
                .send()
                .expect(201);
        api().put(PROFILE, user).header("If-None-Match", "*").json("{}").send().problem(412, "stale-version");
        api().put(PROFILE, user)
                .header("If-Match", "\"1\"")
                .json("{\"a\":2}")
                .send()
                .expect(200);
        api().put(PROFILE, user).header("If-Match", "\"1\"").json("{}").send().problem(412, "stale-version");
        api().patch(PROFILE, user).header("If-Match", "\"1\"").json("{}").send().problem(412, "stale-version");
        api().patch(PROFILE, user)
                .header("If-Match", "\"2\"")
                .json("{\"a\":3}")
                .send()
                .expect(200);
        api().delete(PROFILE, user).header("If-Match", "\"2\"").send().problem(412, "stale-version");
        assertEquals("{\"a\":3}", profile(user).text());
        api().delete(PROFILE, user).header("If-Match", "\"3\"").send().expect(204);
    }

    @Test
    void profileMustBeObjectOfLimitedSize() {
        for (var invalid : new String[] {"[]", "1", "null", "{", "{} {}"}) {
            api().put(PROFILE, user).json(invalid).send().problem(400, "malformed");
            api().patch(PROFILE, user).json(invalid).send().problem(400, "malformed");
        }
        for (var invalid : new String[] {"{\"a\":1,\"a\":2}", "{\"a\":\"\\ud800\"}", "{\"\\udc00\":1}"}) {
            api().put(PROFILE, user).json(invalid).send().problem(422, "invalid");
            api().patch(PROFILE, user).json(invalid).send().problem(422, "invalid");
        }
        api().put(PROFILE, user).body("text/plain", Json.bytes("{}")).send().problem(415, "not-json");
        var longest = "{\"a\":\"" + "x".repeat((64 << 10) - 8) + "\"}";
        api().put(PROFILE, user).json(longest).send().expect(201);
        api().put(PROFILE, user).json(longest.replace("\"}", "x\"}")).send().problem(413, "too-large");
        api().patch(PROFILE, user).json("{\"b\":1}").send().problem(413, "too-large");
        assertEquals(longest, profile(user).text());
    }

    @Test
    void profilesAreConfinedToTenant() {
        put("{\"tone\":\"calm\"}");
        var other = api().as(token(unique("t"), "write"));
        other.get(PROFILE, user).send().problem(404, "profile-not-found");
        other.put(PROFILE, user).json("{\"tone\":\"loud\"}").send().expect(201);
        assertEquals("calm", profile(user).at("/tone"));
        api().as(token("default", "read")).put(PROFILE, user).json("{}").send().problem(403, "forbidden");
        api().as(token("default", "read")).get(PROFILE, user).send().expect(200);
    }

    @Test
    void userIdsFollowRulesOfIds() {
        for (var name : new String[] {"Ada", "ada", "Äda 😀", "a%b", "profile"}) {
            var own = name + unique("");
            api().put(PROFILE, own).json(Json.object("name", own)).send().expect(201);
            assertEquals(own, profile(own).at("/name"));
        }
        profile("x".repeat(256)).problem(422, "invalid-id");
        profile(" x").problem(422, "invalid-id");
    }
}
