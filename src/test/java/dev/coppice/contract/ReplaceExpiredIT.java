package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Json;
import dev.coppice.support.LimitedServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An expired session that is not purged yet is removed by a request that creates a session with its id. */
@ExtendWith(LimitedServer.class)
class ReplaceExpiredIT extends Contract {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static Api node() {
        return LimitedServer.api();
    }

    private static String expiredSession() {
        var id = unique("s");
        node().post("/v1/sessions")
                .json(Json.object("id", id, "ttlSeconds", 1))
                .send()
                .expect(201);
        Await.until(
                "the session expires",
                SOON,
                () -> node().head(SESSION, id).send().status() == 404);
        return id;
    }

    /** The expired session's idempotency keys are deleted, but not the key of the request that replaces it. */
    @Test
    void requestReplacingExpiredSessionIsReplayed() {
        var source = unique("s");
        node().put(SESSION, source).send().expect(201);
        node().post(MESSAGES, source).json(batch(message("a", "a"))).send().expect(201);
        var calls = List.of(
                node().post(MESSAGES, expiredSession()).query("create", "true").json(batch(message("a", "a"))),
                node().post("/v1/sessions").json(Json.object("id", expiredSession())),
                node().post(SESSION + "/fork", source).json(Json.object("id", expiredSession())));
        for (var call : calls) {
            call.header("Idempotency-Key", unique("key"));
            var first = call.send().expect(201);
            var second = call.send().expect(201);
            assertEquals("true", second.header("Idempotency-Replayed"), second.toString());
            assertEquals(first.text(), second.text());
        }
    }
}
