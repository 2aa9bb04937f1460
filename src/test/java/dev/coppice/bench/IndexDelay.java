package dev.coppice.bench;

import dev.coppice.support.Json;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** Measures the time from the acknowledgement of an append until a search finds the message. */
final class IndexDelay {
    private static final int TIMES = 20;
    private static final int FIRST_WORD = 2 * Corpus.RARE;
    private static final long PAUSE_MILLIS = 5;

    private IndexDelay() {}

    static void measure(Client client, Vocabulary words, SearchReport report) throws Exception {
        var millis = new double[Scale.times(TIMES)];
        client.session("fresh", "");
        for (int i = 0; i < millis.length; i++) {
            Thread.sleep(ThreadLocalRandom.current().nextInt(700));
            millis[i] = once(client, "f" + i, words.rare(FIRST_WORD + i)) / 1e6;
        }
        Arrays.sort(millis);
        report.note(String.format(
                Locale.ROOT,
                "time from an append's acknowledgement until it is found, %d times: p50 %.0f ms, at most %.0f ms",
                millis.length,
                millis[millis.length / 2],
                millis[millis.length - 1]));
    }

    private static long once(Client client, String id, String word) throws Exception {
        var body = Json.bytes(Json.object("messages", Json.array(Corpus.message(id, word))));
        client.send("POST", "/v1/sessions/fresh/messages", body);
        long acknowledged = System.nanoTime();
        while (Json.parse(client.get("/v1/search?q=" + word)).path("items").isEmpty()) {
            if (System.nanoTime() - acknowledged > 60_000_000_000L) {
                throw new IllegalStateException("A message was not found within a minute");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return System.nanoTime() - acknowledged;
    }
}
