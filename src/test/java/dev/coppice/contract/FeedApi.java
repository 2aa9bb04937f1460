package dev.coppice.contract;

import dev.coppice.support.Api;
import dev.coppice.support.EventStream;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;

/** Requests for the feed of events, shared by its tests. */
abstract class FeedApi extends CompactionApi {
    static final String EVENTS = "/v1/sessions/{}/events";
    static final String ALL_EVENTS = "/v1/events";

    static EventStream watch(String session) {
        return watch(api(), session);
    }

    static EventStream watch(Api api, String session) {
        return EventStream.open(api.get(EVENTS, session));
    }

    /** Opens a stream that resumes after an event. */
    static EventStream resume(Api api, String session, String lastEventId) {
        return EventStream.open(api.get(EVENTS, session).header("Last-Event-ID", lastEventId));
    }

    static EventStream watchNamespace(Api api, String namespace) {
        return EventStream.open(api.get(ALL_EVENTS).query("namespace", namespace));
    }

    /** The request that appends messages with these ids; not yet sent. */
    static HttpCall append(Api api, String session, String namespace, String... ids) {
        var messages = new String[ids.length];
        for (int i = 0; i < ids.length; i++) {
            messages[i] = message(ids[i], "text of " + ids[i]);
        }
        return api.post(MESSAGES, session).query("namespace", namespace).json(batch(messages));
    }

    /** Creates a session in a namespace and returns its id. */
    static String sessionIn(Api api, String namespace) {
        var id = unique("s");
        api.post("/v1/sessions")
                .query("namespace", namespace)
                .json(Json.object("id", id))
                .send()
                .expect(201);
        return id;
    }
}
