package dev.coppice.contract;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;

/** The words in which the contract tests speak of forks. */
final class ForkApi {
    static final String FORK = "/v1/sessions/{}/fork";

    /** What a session hands on to those that are made after it. */
    static final List<String> HANDED_ON = List.of(
            "agent", "model", "source", "userId", "type", "metadata", "ttlSeconds", "maxMessages", "compactAfter");

    private ForkApi() {}

    /** A session that has a name and all that is handed on, with its id as the topic of its metadata; it has used something. */
    static String sessionOfAll(String agent) {
        var id = Contract.unique("s");
        var all =
                Json.object("id", id, "name", "Trees", "agent", agent, "model", "m", "source", "web", "userId", "ada");
        all.put("type", "team")
                .put("ttlSeconds", 5000)
                .put("maxMessages", 70)
                .put("compactAfter", 900)
                .set("metadata", Json.object("topic", id));
        Contract.create(all).expect(201);
        Contract.api()
                .post(Contract.SESSION + "/usage", id)
                .json("{\"inputTokens\":5,\"outputTokens\":7}")
                .send()
                .expect(200);
        return id;
    }

    /** Forks at a message; null is the leaf. */
    static HttpAnswer of(String source, String message) {
        return raw(source, message == null ? "" : Json.object("atMessageId", message));
    }

    static HttpAnswer raw(String source, Object body) {
        var call = Contract.api().post(FORK, source);
        return ("".equals(body) ? call : call.json(body)).send();
    }

    /** The texts of the history, root first; a synthetic message's is its summary. */
    static List<String> texts(String session) {
        var texts = new ArrayList<String>();
        Contract.history(session)
                .json()
                .path("messages")
                .forEach(message -> texts.add(Json.text(message.at("/parts/0/text"))));
        return texts;
    }
}
