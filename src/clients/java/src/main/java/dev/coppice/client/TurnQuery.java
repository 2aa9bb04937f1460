package dev.coppice.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** The format of a turn input, and which part of the history it has. Not thread-safe. */
public final class TurnQuery {
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    private TurnQuery() {}

    /**
     * Begins with a format of messages and tools.
     *
     * @param format {@code openai}, {@code openai-responses}, {@code anthropic}, {@code ai-sdk} or {@code agentscope}
     */
    public static TurnQuery format(String format) {
        return new TurnQuery().with("format", format);
    }

    /** Limits the messages, counted from the end. */
    public TurnQuery last(int count) {
        return with("last", count);
    }

    /** Limits the user messages, each with all that follow it. */
    public TurnQuery turns(int count) {
        return with("turns", count);
    }

    /** Limits the tokens of the messages. */
    public TurnQuery maxTokens(long tokens) {
        return with("maxTokens", tokens);
    }

    /** Reads the path to this message instead of the one to the leaf. */
    public TurnQuery leafId(String id) {
        return with("leafId", id);
    }

    /** Sets any parameter of the API. */
    public TurnQuery with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    Map<String, Object> parameters() {
        return parameters;
    }
}
