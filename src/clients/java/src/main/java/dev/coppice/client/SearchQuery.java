package dev.coppice.client;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What to search for, and where. Not thread-safe. */
public final class SearchQuery {
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    private SearchQuery() {}

    /** Begins with words, all required; {@code "a phrase"}, {@code prefix*}, {@code -excluded}. */
    public static SearchQuery of(String words) {
        return new SearchQuery().with("q", words);
    }

    /** Limits the hits of a page, from 1 to 100; otherwise 10. */
    public SearchQuery limit(int count) {
        return with("limit", count);
    }

    /** Continues after a page. */
    public SearchQuery cursor(String nextCursor) {
        return with("cursor", nextCursor);
    }

    public SearchQuery role(String role) {
        return with("role", role);
    }

    /** Searches sessions of this user only; not in a single session. */
    public SearchQuery userId(String id) {
        return with("userId", id);
    }

    /** Searches sessions of this agent only; not in a single session. */
    public SearchQuery agent(String name) {
        return with("agent", name);
    }

    /** Searches messages that were created between two times; not in a single session. */
    public SearchQuery between(Instant from, Instant to) {
        return with("from", from).with("to", to);
    }

    /** Returns the full texts, too. */
    public SearchQuery withText() {
        return with("include", "text");
    }

    /** Waits until everything that was written before can be found. */
    public SearchQuery waitForIndex() {
        return with("wait", true);
    }

    /** Sets any parameter of the API. */
    public SearchQuery with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    Map<String, Object> parameters() {
        return parameters;
    }
}
