package dev.coppice.client;

import java.util.List;
import java.util.Optional;

/**
 * Reads and writes the state of a session: one JSON object (the state object), and any number of values and lists, each
 * under a key.
 *
 * <p>If the answer to a write with an expected version is lost, the write is not repeated, and a problem is thrown:
 * with the code {@link CoppiceProblem#UNREACHABLE}, or with the status 502, 503 or 504. If the first attempt was
 * executed, the value has a new version, and the server would refuse a repetition. Read the value to find out whether
 * it was written. Thread-safe.
 */
public final class State {
    private static final String OBJECT = "/v1/sessions/{}/state";
    private static final String VALUES = "/v1/sessions/{}/values";
    private static final String VALUE = VALUES + "/{}";
    private static final String ITEMS = VALUE + "/items";

    private final Session session;

    State(Session session) {
        this.session = session;
    }

    /** Returns the state object. If it was never written, returns an empty object with version 0. */
    public Versioned get() {
        return Versioned.of(session.send(session.get(OBJECT)));
    }

    /** Replaces the state object and returns the new one. */
    public Versioned put(String json) {
        return put(json, null);
    }

    /**
     * Replaces the state object and returns the new one. Throws {@code stale-version} if the stored object has another
     * version.
     *
     * @param version the expected version; null to replace any version
     */
    public Versioned put(String json, Long version) {
        return Versioned.of(
                session.send(session.request("PUT", OBJECT).json(json).ifVersion(version)));
    }

    /**
     * Changes the state object and returns the new one.
     *
     * @param json a JSON Merge Patch (RFC 7396)
     */
    public Versioned patch(String json) {
        return Versioned.of(session.send(session.request("PATCH", OBJECT).json(json)));
    }

    /** Returns the keys of all values and lists. */
    public List<String> keys() {
        return session.pages(() -> session.get(VALUES), "items", value -> value.string("key")).stream()
                .toList();
    }

    /** Returns the value under a key; empty if there is none. A list is returned as a JSON array. */
    public Optional<Versioned> value(String key) {
        try {
            return Optional.of(Versioned.of(session.send(session.get(VALUE, key))));
        } catch (CoppiceProblem e) {
            if (e.is("value-not-found")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Stores a value under a key and returns its new version. If the value is an array, only the items that differ from
     * the stored ones are written.
     */
    public long putValue(String key, String json) {
        return putValue(key, json, null);
    }

    /**
     * Stores a value under a key and returns its new version. Throws {@code stale-version} if the stored value has
     * another version.
     *
     * @param version the expected version; 0 to expect that there is no value yet; null to replace any version
     */
    public long putValue(String key, String json, Long version) {
        return session.send(session.request("PUT", VALUE, key).json(json).ifVersion(version))
                .version();
    }

    /** Removes the value or list under a key. */
    public void removeValue(String key) {
        session.send(session.request("DELETE", VALUE, key));
    }

    /**
     * Appends items to the list under a key; creates the list if it does not exist. The server stores all of the items
     * or none. The cost does not depend on the length of the list.
     *
     * @param items the items, each as JSON
     */
    public void appendItems(String key, List<String> items) {
        session.send(session.post(ITEMS, key)
                .json(new Json().putRaw("items", Json.array(items)).toString()));
    }

    /**
     * Returns items of the list under a key.
     *
     * @param from index of the first item to return, counted from 0
     */
    public List<String> items(String key, int from) {
        return session.json(session.get(ITEMS, key).query("from", from)).elements("items");
    }
}
