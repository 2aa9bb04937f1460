package dev.coppice.contract;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;

/** Requests and fixtures for forks, shared by their tests. */
final class ForkApi {
    static final String FORK = "/v1/sessions/{}/fork";

    /** Fields that a fork or a successor inherits from its session. */
    static final List<String> INHERITED = List.of(
            "agent",
            "model",
            "source",
            "userId",
            "type",
            "metadata",
            "ttlSeconds",
            "maxMessages",
            "compactAfter",
            "compactBy");

    private ForkApi() {}

    /** Creates a session with a name, usage and all inherited fields; its id is the {@code topic} of its metadata. */
    static String sessionWithEverything(String agent) {
        var id = Contract.unique("s");
        var all =
                Json.object("id", id, "name", "Trees", "agent", agent, "model", "m", "source", "web", "userId", "ada");
        all.put("type", "team")
                .put("ttlSeconds", 5000)
                .put("maxMessages", 70)
                .put("compactAfter", 900)
                .put("compactBy", "reported")
                .set("metadata", Json.object("topic", id));
        Contract.create(all).expect(201);
        Contract.api()
                .post(Contract.SESSION + "/usage", id)
                .json("{\"inputTokens\":5,\"outputTokens\":7}")
                .send()
                .expect(200);
        return id;
    }

    /** Forks at a message, or at the leaf if it is null. */
    static HttpAnswer fork(String source, String message) {
        return forkWith(source, message == null ? "" : Json.object("atMessageId", message));
    }

    static HttpAnswer forkWith(String source, Object body) {
        var call = Contract.api().post(FORK, source);
        return ("".equals(body) ? call : call.json(body)).send();
    }

    /** The texts of the history, root first; the text of a compaction is its summary. */
    static List<String> texts(String session) {
        var texts = new ArrayList<String>();
        Contract.history(session)
                .json()
                .path("messages")
                .forEach(message -> texts.add(Json.text(message.at("/parts/0/text"))));
        return texts;
    }
}
