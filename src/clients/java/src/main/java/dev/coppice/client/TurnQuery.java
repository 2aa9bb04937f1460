package dev.coppice.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Selects the format of a {@link Turn}, and which messages it contains. Not thread-safe. */
public final class TurnQuery {
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    private TurnQuery() {}

    /**
     * Returns a query for the whole path to the session's leaf (its latest message), with messages and tools in a
     * format.
     *
     * @param format {@code openai}, {@code openai-responses}, {@code anthropic}, {@code ai-sdk} or {@code agentscope}
     */
    public static TurnQuery format(String format) {
        return new TurnQuery().with("format", format);
    }

    /** Selects only the last {@code count} messages. */
    public TurnQuery last(int count) {
        return with("last", count);
    }

    /** Selects only the last {@code count} user messages, with all messages that follow them. */
    public TurnQuery turns(int count) {
        return with("turns", count);
    }

    /** Selects only the last messages, as many as have at most {@code tokens} together. */
    public TurnQuery maxTokens(long tokens) {
        return with("maxTokens", tokens);
    }

    /** Selects the path to the message with this id instead of the path to the session's leaf. */
    public TurnQuery leafId(String id) {
        return with("leafId", id);
    }

    /** Sets a query parameter of the API for which this class has no method. */
    public TurnQuery with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    Map<String, Object> parameters() {
        return parameters;
    }
}
