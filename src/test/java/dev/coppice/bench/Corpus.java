package dev.coppice.bench;

import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages to search in: one long session and many of 100 messages. Each rare word occurs in five messages, either of the
 * long session or of the others.
 */
final class Corpus {
    static final String LONG = "search-long";

    /** Number of rare words in the long session, and of those in the other sessions. */
    static final int RARE = 300;

    private static final int PLANTED = 5;
    private static final int SHORT = 100;
    private static final int CALL = 1000;

    private final Client client;
    private final Vocabulary words;
    private final int longSize = Scale.size(20_000);
    private final int sessions = Math.max(1, Scale.size(80_000) / SHORT);
    private final Map<Integer, List<String>> planted = new HashMap<>();

    Corpus(Client client, Vocabulary words) {
        this.client = client;
        this.words = words;
        for (int rare = 0; rare < 2 * RARE; rare++) {
            for (int i = 0; i < PLANTED; i++) {
                int message = rare < RARE ? words.random(longSize) : longSize + words.random(sessions * SHORT);
                planted.computeIfAbsent(message, at -> new ArrayList<>()).add(words.rare(rare));
            }
        }
    }

    int size() {
        return longSize + sessions * SHORT;
    }

    int longSize() {
        return longSize;
    }

    void load() throws Exception {
        client.session(LONG, "");
        for (int from = 0; from < longSize; from += CALL) {
            append(LONG, from, Math.min(longSize, from + CALL));
        }
        for (int i = 0; i < sessions; i++) {
            client.session("search-" + i, "");
            append("search-" + i, longSize + i * SHORT, longSize + (i + 1) * SHORT);
        }
    }

    private void append(String session, int from, int to) throws Exception {
        var messages = new Object[to - from];
        for (int message = from; message < to; message++) {
            messages[message - from] = message("m" + message, words.sentence(planted.getOrDefault(message, List.of())));
        }
        client.send(
                "POST",
                "/v1/sessions/" + session + "/messages",
                Json.bytes(Json.object("messages", Json.array(messages))));
    }

    static Object message(String id, String text) {
        return Json.object("id", id, "role", "user", "parts", Json.array(Json.object("type", "text", "text", text)));
    }
}
