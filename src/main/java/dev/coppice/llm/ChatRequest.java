package dev.coppice.llm;

import java.util.List;

/**
 * What a model is asked.
 *
 * @param system who it is and what it shall do
 * @param messages one or more, the last one the user's
 * @param maxTokens of the answer; at most {@code coppice.llm.max-tokens} are asked for
 * @param model or null for {@code coppice.llm.model}
 */
public record ChatRequest(String system, List<ChatMessage> messages, int maxTokens, String model) {
    public ChatRequest {
        messages = List.copyOf(messages);
    }

    /** Without the texts. */
    @Override
    public String toString() {
        return "ChatRequest[" + model + ", " + messages.size() + " messages]";
    }
}
