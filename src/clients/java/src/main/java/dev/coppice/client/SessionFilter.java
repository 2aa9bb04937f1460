package dev.coppice.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Selects which sessions a list contains. A session must meet all conditions that are set. Not thread-safe. */
public final class SessionFilter {
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    private SessionFilter() {}

    /** Returns a filter that selects all sessions of the client's namespace. */
    public static SessionFilter all() {
        return new SessionFilter();
    }

    public SessionFilter userId(String id) {
        return with("userId", id);
    }

    public SessionFilter agent(String name) {
        return with("agent", name);
    }

    public SessionFilter source(String source) {
        return with("source", source);
    }

    /**
     * Selects sessions whose parent is the session with this id: its forks, the session in which it was continued, and
     * those that were created with it as their parent.
     */
    public SessionFilter parent(String sessionId) {
        return with("parent", sessionId);
    }

    /**
     * Selects sessions that have ended, because they were continued in another session, if {@code ended} is true;
     * otherwise those that have not.
     */
    public SessionFilter ended(boolean ended) {
        return with("ended", ended);
    }

    /**
     * Selects sessions whose metadata have a member with this name and value.
     *
     * @param key name of the member
     * @param value a text, number or boolean
     */
    public SessionFilter metadata(String key, Object value) {
        return with("metadata." + key, value);
    }

    /** Selects the sessions of all namespaces, not only those of the client's namespace. */
    public SessionFilter allNamespaces() {
        return with("namespace", "*");
    }

    /** Sets a query parameter of the API for which this class has no method. */
    public SessionFilter with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    Map<String, Object> parameters() {
        return parameters;
    }
}
