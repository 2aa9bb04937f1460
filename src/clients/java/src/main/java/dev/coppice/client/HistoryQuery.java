package dev.coppice.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which part of a history to read, and how. Not thread-safe. */
public final class HistoryQuery {
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    private HistoryQuery() {}

    /** Begins with the whole path to the leaf. */
    public static HistoryQuery all() {
        return new HistoryQuery();
    }

    /** Begins with the last messages. */
    public static HistoryQuery last(int count) {
        return new HistoryQuery().with("last", count);
    }

    /** Begins with a message and those that follow it. */
    public static HistoryQuery from(String messageId) {
        return new HistoryQuery().with("from", messageId);
    }

    /** Reads the path to this message instead of the one to the leaf. */
    public HistoryQuery leafId(String id) {
        return with("leafId", id);
    }

    /** Ends the window before this message; the value is {@link History#before}. */
    public HistoryQuery before(String messageId) {
        return with("before", messageId);
    }

    /** Limits the messages, counted from the beginning; only with {@link #from}. */
    public HistoryQuery first(int count) {
        return with("first", count);
    }

    /** Limits the tokens, counted from the end. */
    public HistoryQuery maxTokens(long tokens) {
        return with("maxTokens", tokens);
    }

    /** Reads the original messages instead of the summaries that replace them. */
    public HistoryQuery raw() {
        return with("raw", true);
    }

    /** Sets any parameter of the API. */
    public HistoryQuery with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    Map<String, Object> parameters() {
        return new LinkedHashMap<>(parameters);
    }
}
