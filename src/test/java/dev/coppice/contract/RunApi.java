package dev.coppice.contract;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;

/** Requests for runs, shared by their tests. Bodies are JSON with single quotes. */
abstract class RunApi extends Contract {
    static final String RUNS = SESSION + "/runs";
    static final String RUN = RUNS + "/{}";
    static final String ALL_RUNS = "/v1/runs";

    static HttpAnswer saveRun(String session, String run, String json) {
        return saveRun(api(), session, run, json);
    }

    static HttpAnswer saveRun(Api api, String session, String run, String json) {
        return api.put(RUN, session, run).json(json.replace('\'', '"')).send();
    }

    static HttpAnswer run(String session, String run) {
        return api().get(RUN, session, run).send();
    }

    /** A body with messages of these ids. */
    static String withMessages(String members, String... ids) {
        var messages = new StringBuilder();
        for (var id : ids) {
            messages.append(messages.isEmpty() ? "" : ",").append(message(id, "assistant", "text of " + id));
        }
        return "{" + members + ",\"messages\":[" + messages + "]}";
    }

    static long used(String session, String what) {
        return get(session).number("/usage/" + what);
    }

    static List<String> runIds(HttpAnswer page) {
        return page.expect(200).all("/items", "runId");
    }

    static String quoted(String text) {
        return Json.quote(text);
    }
}
