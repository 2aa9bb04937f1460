package dev.coppice.contract;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.time.Duration;
import java.util.List;

/** Requests for search, shared by its tests. */
abstract class SearchApi extends Contract {

    static final String SEARCH = "/v1/search";
    static final String SEARCH_SESSION = "/v1/sessions/{}/search";
    static final String INDEX = "/v1/admin/index";

    /** Bound of waits for the index. The promise is two seconds at normal load; test machines may be slower. */
    static final Duration SOON = Duration.ofSeconds(60);

    /** Waits until everything that was acknowledged before this call can be found. */
    static void awaitIndexed() {
        awaitIndexed(api());
    }

    /** Waits until the index of this node contains everything that was acknowledged before this call. */
    static void awaitIndexed(Api api) {
        var search = api.get(SEARCH).query("q", uniqueWord()).query("wait", true);
        Await.until(
                "the index has caught up",
                SOON,
                () -> !search.send().expect(200).json().has("behind"));
    }

    /** A word that occurs in no other text. */
    static String uniqueWord() {
        return unique("w").replaceAll("[^a-z0-9]", "");
    }

    /** Creates a session whose messages {@code m0, m1, …} have these texts, and waits until they are found. */
    static String indexedSession(String... texts) {
        var session = session();
        for (var i = 0; i < texts.length; i++) {
            append(session, message("m" + i, texts[i])).expect(201);
        }
        awaitIndexed();
        return session;
    }

    static HttpCall call(String session, String q) {
        return api().get(SEARCH_SESSION, session).query("q", q);
    }

    static HttpAnswer search(String session, String q) {
        return call(session, q).send().expect(200);
    }

    /** The ids of the messages that match the whole query, sorted; empty if there are only partial matches. */
    static List<String> found(String session, String q) {
        return ids(api(), session, q);
    }

    private static List<String> ids(Api api, String session, String q) {
        var answer = api.get(SEARCH_SESSION, session).query("q", q).query("limit", 100);
        return exactHits(answer.send().expect(200)).stream().sorted().toList();
    }

    /** The ids of an answer's hits, best first; empty if they are partial matches. */
    static List<String> exactHits(HttpAnswer answer) {
        return answer.json().path("partial").asBoolean() ? List.of() : hits(answer);
    }

    static List<String> hits(HttpAnswer answer) {
        return answer.all("/items", "messageId");
    }

    /** The status of the index. */
    static HttpAnswer index(Api api) {
        return api.get(INDEX).send().expect(200);
    }

    /** Creates a session with these members and one message {@code m0}. */
    static String sessionWithText(Api api, String text, Object... members) {
        return sessionIn(api, "", text, members);
    }

    static String sessionIn(Api api, String namespace, String text, Object... members) {
        var id = unique("s");
        api.post("/v1/sessions")
                .query("namespace", namespace)
                .json(Json.object(members).put("id", id))
                .send()
                .expect(201);
        api.post(MESSAGES, id)
                .query("namespace", namespace)
                .json(batch(message("m0", text)))
                .send()
                .expect(201);
        return id;
    }
}
