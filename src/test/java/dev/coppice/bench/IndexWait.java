package dev.coppice.bench;

import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.time.Duration;

/** Waits for the search index. */
final class IndexWait {
    private IndexWait() {}

    /** Returns when the index has as many documents as it ought to, is behind by nothing and says that it is well. */
    static void until(Client client, long documents) {
        Await.until("the index has " + documents + " documents", Duration.ofMinutes(10), () -> {
            var index = Json.parse(client.get("/v1/admin/index"));
            return index.path("documents").asLong() >= documents
                    && index.path("behind").asLong() == 0
                    && "ok".equals(Json.text(index.path("state")));
        });
    }
}
