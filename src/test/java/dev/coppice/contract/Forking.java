package dev.coppice.contract;

import dev.coppice.support.Answer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;

/** The words in which the contract tests speak of forks. */
final class Forking {
    static final String FORK = "/v1/sessions/{}/fork";

    private Forking() {}

    /** Forks at a message; null is the leaf. */
    static Answer of(String source, String message) {
        return raw(source, message == null ? "" : Json.object("atMessageId", message));
    }

    static Answer raw(String source, Object body) {
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
