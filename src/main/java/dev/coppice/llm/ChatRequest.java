package dev.coppice.llm;

import java.util.List;

/**
 * A request to a model.
 *
 * @param system the system prompt
 * @param messages one or more; the last one has role user
 * @param maxTokens maximum tokens of the answer; {@code coppice.llm.max-tokens} is an upper bound
 * @param model null for {@code coppice.llm.model}
 */
public record ChatRequest(String system, List<ChatMessage> messages, int maxTokens, String model) {
    public ChatRequest {
        messages = List.copyOf(messages);
    }

    /** Without the texts, so that no log contains them. */
    @Override
    public String toString() {
        return "ChatRequest[" + model + ", " + messages.size() + " messages]";
    }
}
