package dev.coppice.client;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What to search for, and in which messages. Not thread-safe. */
public final class SearchQuery {
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    private SearchQuery() {}

    /**
     * Returns a query for messages that contain all of the words. The text may also contain {@code "a phrase"},
     * {@code prefix*} and {@code -excluded}.
     */
    public static SearchQuery of(String words) {
        return new SearchQuery().with("q", words);
    }

    /** Sets the maximum number of hits on a page, from 1 to 100. The default is 10. */
    public SearchQuery limit(int count) {
        return with("limit", count);
    }

    /**
     * Selects the page after another one.
     *
     * @param nextCursor value of {@link Hits#nextCursor} of the other page
     */
    public SearchQuery cursor(String nextCursor) {
        return with("cursor", nextCursor);
    }

    public SearchQuery role(String role) {
        return with("role", role);
    }

    /** Searches only in sessions of this user. Not allowed for a search in a single session. */
    public SearchQuery userId(String id) {
        return with("userId", id);
    }

    /** Searches only in sessions of this agent. Not allowed for a search in a single session. */
    public SearchQuery agent(String name) {
        return with("agent", name);
    }

    /** Searches only messages that were created in a range of time. Not allowed for a search in a single session. */
    public SearchQuery between(Instant from, Instant to) {
        return with("from", from).with("to", to);
    }

    /** Demands that each hit contains the full text of its message. */
    public SearchQuery withText() {
        return with("include", "text");
    }

    /** Demands that the server waits until its search index contains everything that was written before this search. */
    public SearchQuery waitForIndex() {
        return with("wait", true);
    }

    /** Sets a query parameter of the API for which this class has no method. */
    public SearchQuery with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    Map<String, Object> parameters() {
        return parameters;
    }
}
