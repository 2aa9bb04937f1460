package dev.coppice.bench;

import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.time.Duration;

/** Waits until the search index is complete. */
final class IndexWait {
    private IndexWait() {}

    /** Returns when the index has at least this many documents, no lag, and state {@code ok}. */
    static void until(Client client, long documents) {
        Await.until("the index has " + documents + " documents", Duration.ofMinutes(10), () -> {
            var index = Json.parse(client.get("/v1/admin/index"));
            return index.path("documents").asLong() >= documents
                    && index.path("behind").asLong() == 0
                    && "ok".equals(Json.text(index.path("state")));
        });
    }
}
