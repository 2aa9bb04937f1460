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

/** An expired session that no sweep has cleared away yet is removed by whoever takes its name. */
@ExtendWith(LimitedServer.class)
class UnsweptIT extends Contract {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static Api node() {
        return LimitedServer.api();
    }

    private static String expired() {
        var id = unique("s");
        node().post("/v1/sessions")
                .json(Json.object("id", id, "ttlSeconds", 1))
                .send()
                .expect(201);
        Await.until("it expires", SOON, () -> node().head(SESSION, id).send().status() == 404);
        return id;
    }

    /** What is forgotten with the session that was there is not the call that takes its name. */
    @Test
    void aCallUnderAKeyTakesTheNameOnce() {
        var source = unique("s");
        node().put(SESSION, source).send().expect(201);
        node().post(MESSAGES, source).json(batch(message("a", "a"))).send().expect(201);
        var calls = List.of(
                node().post(MESSAGES, expired()).query("create", "true").json(batch(message("a", "a"))),
                node().post("/v1/sessions").json(Json.object("id", expired())),
                node().post(SESSION + "/fork", source).json(Json.object("id", expired())));
        for (var call : calls) {
            call.header("Idempotency-Key", unique("key"));
            var first = call.send().expect(201);
            var second = call.send().expect(201);
            assertEquals("true", second.header("Idempotency-Replayed"), second.toString());
            assertEquals(first.text(), second.text());
        }
    }
}
