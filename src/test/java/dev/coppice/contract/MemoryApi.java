package dev.coppice.contract;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.SharedServer;
import java.util.List;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Requests for summaries and profiles, and what the model was asked; shared by their tests. */
@ResourceLock(SharedServer.MODEL)
abstract class MemoryApi extends CompactionApi {
    static final String SUMMARY = "/v1/sessions/{}/summary";
    static final String USER = "/v1/users/{}";
    static final String PROFILE = "/v1/users/{}/profile";

    static HttpAnswer summary(String session) {
        return api().get(SUMMARY, session).send().expect(200);
    }

    static HttpAnswer summarize(String session) {
        return api().post(SUMMARY, session).send();
    }

    static HttpAnswer profile(String user) {
        return api().get(PROFILE, user).send();
    }

    /** The request that analyzes a user; its members are JSON with single quotes. */
    static HttpCall analysis(String user, String members) {
        return api().post(PROFILE, user).json("{" + members.replace('\'', '"') + "}");
    }

    static HttpAnswer analyze(String user) {
        return api().post(PROFILE, user).send();
    }

    /** Creates a session of a user with these prompts, each answered by {@code ok}. */
    static String sessionOfUser(String user, String... prompts) {
        var id = unique("s");
        create(Json.object("id", id, "userId", user)).expect(201);
        appendTurns(id, prompts);
        return id;
    }

    /** Appends user turns: each prompt and its answer {@code ok}. */
    static void appendTurns(String session, String... prompts) {
        for (var prompt : prompts) {
            append(session, message(unique("u"), prompt), message(unique("a"), "assistant", "ok"))
                    .expect(201);
        }
    }

    /** The bodies of the requests to the model, in order. */
    static List<String> modelRequests() {
        return SharedServer.model().asked().stream()
                .map(ModelEndpoint.Asked::body)
                .toList();
    }

    /** The number of requests to the model that contain a text. */
    static long modelRequestsContaining(String text) {
        return modelRequests().stream().filter(body -> body.contains(text)).count();
    }
}
