package dev.coppice.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which sessions to list; all conditions must hold. Not thread-safe. */
public final class SessionFilter {
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    private SessionFilter() {}

    /** Begins with the sessions of the namespace. */
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

    /** Selects the forks and successors of a session. */
    public SessionFilter parent(String sessionId) {
        return with("parent", sessionId);
    }

    /** Selects sessions that have ended, or that have not. */
    public SessionFilter ended(boolean ended) {
        return with("ended", ended);
    }

    /** Selects sessions whose metadata has a string, number or boolean under a key. */
    public SessionFilter metadata(String key, Object value) {
        return with("metadata." + key, value);
    }

    /** Selects the sessions of all namespaces. */
    public SessionFilter allNamespaces() {
        return with("namespace", "*");
    }

    /** Sets any parameter of the API. */
    public SessionFilter with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    Map<String, Object> parameters() {
        return parameters;
    }
}
