package dev.coppice.contract;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.SharedServer;
import java.util.List;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The words in which the tests of summaries and profiles speak. */
@ResourceLock(SharedServer.MODEL)
abstract class MemoryApi extends CompactionApi {
    static final String SUMMARY = "/v1/sessions/{}/summary";
    static final String USER = "/v1/users/{}";
    static final String PROFILE = "/v1/users/{}/profile";

    static HttpAnswer summary(String session) {
        return api().get(SUMMARY, session).send().expect(200);
    }

    static HttpAnswer summarise(String session) {
        return api().post(SUMMARY, session).send();
    }

    static HttpAnswer profile(String user) {
        return api().get(PROFILE, user).send();
    }

    /** A POST that analyses a user, with members in single quotes. */
    static HttpCall analysis(String user, String members) {
        return api().post(PROFILE, user).json("{" + members.replace('\'', '"') + "}");
    }

    static HttpAnswer analyse(String user) {
        return api().post(PROFILE, user).send();
    }

    /** A session of a user who has said some things, each answered by {@code ok}. */
    static String sessionOfUser(String user, String... prompts) {
        var id = unique("s");
        create(Json.object("id", id, "userId", user)).expect(201);
        say(id, prompts);
        return id;
    }

    /** Appends turns: each thing said, and an answer. */
    static void say(String session, String... prompts) {
        for (var prompt : prompts) {
            append(session, message(unique("u"), prompt), message(unique("a"), "assistant", "ok"))
                    .expect(201);
        }
    }

    /** What the model was asked, in the order in which it was. */
    static List<String> asked() {
        return SharedServer.model().asked().stream()
                .map(ModelEndpoint.Asked::body)
                .toList();
    }

    /** How many requests to the model have a text. */
    static long asking(String text) {
        return asked().stream().filter(body -> body.contains(text)).count();
    }
}
