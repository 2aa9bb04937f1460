package dev.coppice.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Selects which messages of a session a history contains, and how they are read. Not thread-safe. */
public final class HistoryQuery {
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    private HistoryQuery() {}

    /** Returns a query for the whole path to the session's leaf (its latest message). */
    public static HistoryQuery all() {
        return new HistoryQuery();
    }

    /** Returns a query for the last {@code count} messages of the path. */
    public static HistoryQuery last(int count) {
        return new HistoryQuery().with("last", count);
    }

    /** Returns a query for the message with this id and the messages after it on the path. */
    public static HistoryQuery from(String messageId) {
        return new HistoryQuery().with("from", messageId);
    }

    /** Selects the path to the message with this id instead of the path to the session's leaf. */
    public HistoryQuery leafId(String id) {
        return with("leafId", id);
    }

    /** Selects only messages before the message with this id. {@link History#before} returns such an id. */
    public HistoryQuery before(String messageId) {
        return with("before", messageId);
    }

    /**
     * Selects at most the first {@code count} messages, beginning with the message of {@link #from}. Only together with
     * {@link #from}.
     */
    public HistoryQuery first(int count) {
        return with("first", count);
    }

    /** Selects only the last messages, as many as have at most {@code tokens} together. */
    public HistoryQuery maxTokens(long tokens) {
        return with("maxTokens", tokens);
    }

    /** Selects the original messages, not the summaries that replace some of them. */
    public HistoryQuery raw() {
        return with("raw", true);
    }

    /** Sets a query parameter of the API for which this class has no method. */
    public HistoryQuery with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    Map<String, Object> parameters() {
        return new LinkedHashMap<>(parameters);
    }
}
