package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A turn beside a writer belongs to one moment. */
@RunsAlone("a race of its own")
class TurnRacesIT extends TurnApi {
    private static final int READS = 60;

    /**
     * A writer changes first the metadata, then the first message, then appends, each time to the next number, without a
     * pause: at no moment is one of them ahead of what was written before it.
     */
    @Test
    void noViewIsMixed() {
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
                assertTrue(first >= last, "it goes on");
                last = first;
            }
            assertTrue(last > 0, "the writer was at work");
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
