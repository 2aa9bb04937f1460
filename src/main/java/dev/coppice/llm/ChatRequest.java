package dev.coppice.llm;

import java.util.List;

/**
 * A request to a chat model.
 *
 * @param system the system prompt
 * @param messages one or more messages; the last one has the role {@code user}
 * @param maxTokens maximum tokens of the answer; the setting {@code coppice.llm.max-tokens} also limits it
 * @param model name of the model; null for the setting {@code coppice.llm.model}
 */
public record ChatRequest(String system, List<ChatMessage> messages, int maxTokens, String model) {
    public ChatRequest {
        messages = List.copyOf(messages);
    }

    /** Describes the request without its texts, so that no log contains them. */
    @Override
    public String toString() {
        return "ChatRequest[" + model + ", " + messages.size() + " messages]";
    }
}
