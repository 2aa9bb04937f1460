package dev.coppice.client;

import java.util.List;
import java.util.Optional;

/**
 * The state of a session: one JSON object, and any number of values and lists under keys. A write with a version
 * is not repeated if its answer was lost, because it would be refused by its own effect: after
 * {@link CoppiceProblem#UNREACHABLE} read the value to find out. Thread-safe.
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

    /** Returns the state object; an empty one of version 0 if it was never written. */
    public Versioned get() {
        return Versioned.of(session.send(session.get(OBJECT)));
    }

    /** Replaces the state object. Returns the new one. */
    public Versioned put(String json) {
        return put(json, null);
    }

    /** Replaces the state object if it has this version; otherwise throws {@code stale-version}. Returns the new one. */
    public Versioned put(String json, Long version) {
        return Versioned.of(
                session.send(session.request("PUT", OBJECT).json(json).ifVersion(version)));
    }

    /** Changes the state object by a JSON Merge Patch. Returns the new one. */
    public Versioned patch(String json) {
        return Versioned.of(session.send(session.request("PATCH", OBJECT).json(json)));
    }

    /** Returns the keys of all values. */
    public List<String> keys() {
        return session.pages(() -> session.get(VALUES), "items", value -> value.string("key")).stream()
                .toList();
    }

    /** Returns the value under a key, a list as an array; empty if there is none. */
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

    /** Stores a value. Of an array only the items that differ are written. Returns the value's version. */
    public long putValue(String key, String json) {
        return putValue(key, json, null);
    }

    /**
     * Stores a value if the existing one has this version, 0 for none; otherwise throws {@code stale-version}. Returns
     * the value's new version.
     */
    public long putValue(String key, String json, Long version) {
        return session.send(session.request("PUT", VALUE, key).json(json).ifVersion(version))
                .version();
    }

    /** Removes a value. */
    public void removeValue(String key) {
        session.send(session.request("DELETE", VALUE, key));
    }

    /** Appends items to a list, all or none, at a cost that does not depend on its length. Creates the list. */
    public void appendItems(String key, List<String> items) {
        session.send(session.post(ITEMS, key)
                .json(new Json().putRaw("items", Json.array(items)).toString()));
    }

    /** Returns the items of a list from an index on, counted from 0. */
    public List<String> items(String key, int from) {
        return session.json(session.get(ITEMS, key).query("from", from)).elements("items");
    }
}
