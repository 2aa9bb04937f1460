package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A turn that is read during writes is a consistent snapshot. */
@RunsAlone("a race of its own")
class TurnRacesIT extends TurnApi {
    private static final int READS = 60;

    /**
     * A writer repeats without a pause: set the metadata, then the first message, to the next number, then append a
     * message of this number and delete it. No snapshot may contain a write without those before it.
     */
    @Test
    void turnIsConsistentSnapshot() {
        var id = session();
        append(id, message("m", "number 0")).expect(201);
        put(id, 0);
        var stop = new AtomicBoolean();
        var writer = CompletableFuture.runAsync(() -> {
            for (int i = 1; !stop.get(); i++) {
                put(id, i);
                int number = i;
                retryWhileBusy(200, () -> api().put(MESSAGE, id, "m")
                        .json(message("m", "number " + number))
                        .send());
                retryWhileBusy(201, () -> append(id, message("n" + number, "more")));
                retryWhileBusy(
                        204, () -> api().delete(MESSAGE, id, "n" + number).send());
            }
        });
        try {
            long last = 0;
            for (int i = 0; i < READS; i++) {
                var turn = retryWhileBusy(200, () -> requestTurn(id, "format", "openai"));
                long metadata = turn.number("/metadata/n");
                long first = Long.parseLong(turn.at("/messages/0/content").substring("number ".length()));
                assertTrue(metadata == first || metadata == first + 1, turn.text());
                if (turn.json().path("messages").size() > 1) {
                    assertEquals(metadata, first, turn.text());
                    assertEquals("n" + first, turn.at("/leafId"));
                }
                assertTrue(first >= last, "numbers never decrease");
                last = first;
            }
            assertTrue(last > 0, "the writer has written");
        } finally {
            stop.set(true);
            writer.join();
        }
    }

    private static void put(String id, int number) {
        retryWhileBusy(200, () -> api().put("/v1/sessions/{}/metadata", id)
                .json(Json.object("n", number))
                .send());
    }
}
