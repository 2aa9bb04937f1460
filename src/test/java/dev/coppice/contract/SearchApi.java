package dev.coppice.contract;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.time.Duration;
import java.util.List;

/** The words in which the tests of search speak. */
abstract class SearchApi extends Contract {

    static final String SEARCH = "/v1/search";
    static final String SEARCH_SESSION = "/v1/sessions/{}/search";
    static final String INDEX = "/v1/admin/index";

    /** Promised are two seconds at normal load; the machines that test are not always normal. */
    static final Duration SOON = Duration.ofSeconds(60);

    /** Waits until the index knows everything that was acknowledged before this call. */
    static void indexed() {
        indexed(api());
    }

    /**
     * What is written last is found in the last turn, though not as the last of it: a turn's documents become visible one
     * by one. Once something is found that was written after that, the turn is over.
     */
    static void indexed(Api api) {
        for (var turn = 0; turn < 2; turn++) {
            var word = word();
            var session = unique("last");
            api.put(SESSION, session).send().expect(201);
            api.post(MESSAGES, session)
                    .json(batch(message("last", word)))
                    .send()
                    .expect(201);
            Await.until("the index has caught up", SOON, () -> ids(api, session, word)
                    .equals(List.of("last")));
        }
    }

    /** A word that nobody has said before. */
    static String word() {
        return unique("w").replaceAll("[^a-z0-9]", "");
    }

    /** A session whose messages {@code m0, m1, …} say these texts, found at once. */
    static String said(String... texts) {
        var session = session();
        for (var i = 0; i < texts.length; i++) {
            append(session, message("m" + i, texts[i])).expect(201);
        }
        indexed();
        return session;
    }

    static HttpCall call(String session, String q) {
        return api().get(SEARCH_SESSION, session).query("q", q);
    }

    static HttpAnswer search(String session, String q) {
        return call(session, q).send().expect(200);
    }

    /** The ids of the messages that have all that is asked for, sorted; partial matches are none. */
    static List<String> found(String session, String q) {
        return ids(api(), session, q);
    }

    private static List<String> ids(Api api, String session, String q) {
        var answer = api.get(SEARCH_SESSION, session).query("q", q).query("limit", 100);
        return exact(answer.send().expect(200)).stream().sorted().toList();
    }

    /** The ids of an answer's hits, the best first; none when they are partial matches. */
    static List<String> exact(HttpAnswer answer) {
        return answer.json().path("partial").asBoolean() ? List.of() : hits(answer);
    }

    static List<String> hits(HttpAnswer answer) {
        return answer.all("/items", "messageId");
    }

    /** The admin's call at the index. */
    static HttpAnswer index(Api api) {
        return api.get(INDEX).send().expect(200);
    }

    /** Creates a session with these members and one message {@code m0} in it. */
    static String sessionSaying(Api api, String text, Object... members) {
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
