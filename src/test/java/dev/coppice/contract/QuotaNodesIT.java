package dev.coppice.contract;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Json;
import dev.coppice.support.SecondNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What a tenant uses on one node counts on the other one, after {@code coppice.quota.refresh}. */
@EnabledIf(
        value = "dev.coppice.support.Databases#areOnServer",
        disabledReason = "two nodes are for a database that both reach")
@DatabaseNeutral
@ExtendWith(SecondNode.class)
@ResourceLock(value = SecondNode.RESOURCE, mode = ResourceAccessMode.READ)
@Order(SecondNode.ORDER)
class QuotaNodesIT extends Contract {
    private static final Duration SOON = Duration.ofMinutes(1);

    /** Longer than twice the time between two exchanges, so that the node no longer exchanges counts of the tenant. */
    private static final Duration PAUSE = Duration.ofSeconds(3);

    private static final String TENANT = "/v1/tenants/{}";

    @Test
    void bothNodesCountSessions() throws Exception {
        var tenant = unique("t");
        api().put(TENANT, tenant).json(Json.object("sessions", 2)).send().expect(200);
        var token = api().post("/v1/tokens")
                .json(Json.object("tenant", tenant, "scopes", List.of("write")))
                .send()
                .expect(201)
                .at("/token");
        var here = api().as(token);
        var there = SecondNode.api().as(token);
        here.put(SESSION, "s1").send().expect(201);
        there.put(SESSION, "s2").send().expect(201);
        for (var node : List.of(here, there)) {
            // A session that is accepted meanwhile is deleted at once: it does not count in the end.
            Await.until("the node refuses another session", SOON, () -> refuses(node));
        }
        here.get(SESSION, "s2").send().expect(200);
        api().put(TENANT, tenant).json(Json.object("sessions", 9)).send().expect(200);
        Await.until("the other node knows the new quota", SOON, () -> !refuses(there));
    }

    /** A node reads the quotas of the tenants that it serves at intervals; this tenant it has not served for longer. */
    @Test
    void changedQuotaAppliesToTheFirstRequestAfterAPause() throws Exception {
        var tenant = unique("t");
        api().put(TENANT, tenant).json(Json.object("sessions", 1)).send().expect(200);
        var there = SecondNode.api()
                .as(api().post("/v1/tokens")
                        .json(Json.object("tenant", tenant, "scopes", List.of("write")))
                        .send()
                        .expect(201)
                        .at("/token"));
        there.put(SESSION, "s1").send().expect(201);
        there.put(SESSION, "s2").send().problem(429, "rate-limited");
        long last = System.nanoTime();
        Await.until("the pause is longer than the refresh", SOON, () -> System.nanoTime() - last > PAUSE.toNanos());
        api().put(TENANT, tenant).json(Json.object("sessions", 2)).send().expect(200);
        there.put(SESSION, "s2").send().expect(201);
    }

    private static boolean refuses(Api node) {
        var answer = node.put(SESSION, "s3").send();
        if (answer.status() == 429) {
            answer.problem(429, "rate-limited");
            return true;
        }
        answer.expect(201);
        node.delete(SESSION, "s3").send().expect(204);
        return false;
    }
}
