package dev.coppice.bench;

import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;

/** Measures a rebuild of the search index from the tables, while nothing else happens. */
final class IndexRebuild {
    private static final Duration AT_MOST = Duration.ofMinutes(10);

    private IndexRebuild() {}

    static void measure(Client client, SearchReport report) throws Exception {
        var before = Json.parse(client.get("/v1/admin/index"));
        var earlier = Json.text(before.at("/rebuild/startedAt"));
        client.send("POST", "/v1/admin/index/rebuild", new byte[0]);
        Await.until("the index is rebuilt", AT_MOST, () -> {
            var rebuild = Json.parse(client.get("/v1/admin/index")).path("rebuild");
            return !rebuild.path("finishedAt").isNull()
                    && !Objects.equals(Json.text(rebuild.path("startedAt")), earlier);
        });
        var rebuild = Json.parse(client.get("/v1/admin/index")).path("rebuild");
        var time = Duration.between(
                Instant.parse(Json.text(rebuild.path("startedAt"))),
                Instant.parse(Json.text(rebuild.path("finishedAt"))));
        report.note(String.format(
                Locale.ROOT,
                "rebuild of the index from %,d rows: %.1f s",
                rebuild.path("done").asLong(),
                time.toMillis() / 1000.0));
    }
}
