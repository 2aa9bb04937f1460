package dev.coppice.contract;

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

/** A revoked token is rejected at once by the node that revoked it, and by other nodes after {@code coppice.tokens.cache}. */
@EnabledIf(
        value = "dev.coppice.support.Databases#areOnServer",
        disabledReason = "two nodes are for a database that both reach")
@DatabaseNeutral
@ExtendWith(SecondNode.class)
@ResourceLock(value = SecondNode.RESOURCE, mode = ResourceAccessMode.READ)
@Order(SecondNode.ORDER)
class TokenNodesIT extends Contract {
    private static final Duration SOON = Duration.ofMinutes(1);

    @Test
    void revokedTokenIsRejectedAtOnceHereAndSoonOnOtherNode() throws Exception {
        var issued = api().post("/v1/tokens")
                .json(Json.object("scopes", List.of("read")))
                .send()
                .expect(201)
                .json();
        var token = Json.text(issued.path("token"));
        var here = api().as(token);
        var there = SecondNode.api().as(token);
        here.get("/v1/sessions").send().expect(200);
        there.get("/v1/sessions").send().expect(200);

        api().delete("/v1/tokens/" + Json.text(issued.path("id"))).send().expect(204);

        here.get("/v1/sessions").send().problem(401, "unauthenticated");
        Await.until(
                "the other node rejects the token",
                SOON,
                () -> there.get("/v1/sessions").send().status() == 401);
    }
}
