package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Settings of an agent that each write applies to the session: ttl and token counter. */
@DatabaseNeutral
class AgentLimitsIT extends Contract {

    private static void agent(String name, String body) {
        assertTrue(api().put("/v1/agents/{}", name).json(body).send().status() < 300);
    }

    private static String agent(String body) {
        var name = unique("a");
        agent(name, body);
        return name;
    }

    private static String sessionOf(String agent) {
        var id = unique("s");
        create(Json.object("id", id, "agent", agent)).expect(201);
        return id;
    }

    /** Seconds from the last write to the expiry of the session, or null if it does not expire. */
    private static Long ttl(HttpAnswer session) {
        var expiresAt = session.at("/expiresAt");
        return expiresAt == null
                ? null
                : Duration.between(Instant.parse(session.at("/updatedAt")), Instant.parse(expiresAt))
                        .toSeconds();
    }

    @Test
    void sessionWithoutTtlInheritsAgentsTtl() {
        var id = sessionOf(agent("{\"ttlSeconds\":1000}"));
        assertEquals(1000, ttl(get(id)));
        assertNull(get(id).at("/ttlSeconds"), "the session has no ttl of its own");
    }

    @Test
    void ownTtlOverridesAgentsTtl() {
        var agent = agent("{\"ttlSeconds\":1000}");
        var id = unique("s");
        create(Json.object("id", id, "agent", agent, "ttlSeconds", 50)).expect(201);
        assertEquals(50, ttl(get(id)));
        api().patch(SESSION, id).json("{\"ttlSeconds\":null}").send().expect(200);
        assertEquals(1000, ttl(get(id)));
        api().patch(SESSION, id).json("{\"ttlSeconds\":7000}").send().expect(200);
        assertEquals(7000, ttl(get(id)));
    }

    @Test
    void everyWriteAppliesAgentsTtl() {
        var id = sessionOf(agent("{\"ttlSeconds\":1000}"));
        List<Supplier<HttpAnswer>> writes = List.of(
                () -> append(id, message("a", "a"), message("b", "b")),
                () -> api().put(MESSAGE, id, "a").json(message("a", "other")).send(),
                () -> api().delete(MESSAGE, id, "b").send(),
                () -> api().post(SESSION + "/usage", id)
                        .json("{\"inputTokens\":1}")
                        .send(),
                () -> api().put(SESSION + "/metadata", id).json("{\"x\":1}").send(),
                () -> api().patch(SESSION, id).json("{\"name\":\"n\"}").send(),
                () -> api().post(SESSION + "/clear", id).send());
        for (var write : writes) {
            var answer = write.get();
            assertTrue(answer.status() < 300, answer.toString());
            assertEquals(1000, ttl(get(id)), answer.toString());
        }
    }

    @Test
    void changedAgentTtlAppliesFromNextWrite() {
        var agent = unique("a");
        var id = sessionOf(agent);
        assertNull(ttl(get(id)), "the agent does not exist yet");
        agent(agent, "{\"ttlSeconds\":1000}");
        assertNull(ttl(get(id)));
        append(id, message("a", "a")).expect(201);
        assertEquals(1000, ttl(get(id)));
        agent(agent, "{\"ttlSeconds\":2000}");
        assertEquals(1000, ttl(get(id)));
        append(id, message("b", "b")).expect(201);
        assertEquals(2000, ttl(get(id)));
        api().delete("/v1/agents/{}", agent).send().expect(204);
        assertEquals(2000, ttl(get(id)));
        append(id, message("c", "c")).expect(201);
        assertNull(ttl(get(id)));
    }

    @Test
    void sessionExpiresByAgentsTtl() {
        var agent = agent("{\"ttlSeconds\":1}");
        var id = sessionOf(agent);
        Await.until(
                "the session expires",
                Duration.ofMinutes(1),
                () -> api().get(SESSION, id).send().status() == 404);
        agent(agent, "{\"ttlSeconds\":1000}");
        append(id, message("a", "a")).problem(404, "session-not-found");
        create(Json.object("id", id, "agent", agent)).expect(201);
        assertEquals(1000, ttl(get(id)));
    }

    @Test
    void agentOfOtherTenantIsIgnored() {
        var agent = agent("{\"ttlSeconds\":1000}");
        var otherTenant = api().as(token(unique("tenant"), "write"));
        var created = otherTenant
                .post("/v1/sessions")
                .json(Json.object("agent", agent))
                .send()
                .expect(201);
        assertNull(ttl(created));
    }

    @Test
    void tokensAreEstimatedIfAgentsCounterIsMissing() {
        var counter = unique("counter");
        var id = sessionOf(agent("{\"tokenCounter\":\"" + counter + "\"}"));
        var plain = session();
        for (var session : List.of(id, plain)) {
            append(session, message("a", "some words"), message("b", "more")).expect(201);
            api().put(MESSAGE, session, "a")
                    .json(message("a", "some other words"))
                    .send()
                    .expect(200);
        }
        assertEquals(get(plain).number("/tokens"), get(id).number("/tokens"));
        var log = SharedServer.server().log();
        assertEquals(log.indexOf(counter), log.lastIndexOf(counter), "the missing counter is logged once");
        assertTrue(log.contains(counter));
    }
}
