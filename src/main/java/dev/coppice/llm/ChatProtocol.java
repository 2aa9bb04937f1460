package dev.coppice.llm;

import dev.coppice.json.JsonBody;
import java.net.http.HttpRequest;

/** The HTTP protocol of a model provider: writes the HTTP requests and reads the responses. Immutable. */
sealed interface ChatProtocol permits OpenAiProtocol, AnthropicProtocol {
    static ChatProtocol of(LlmSettings settings) {
        return switch (settings.provider()) {
            case OPENAI -> new OpenAiProtocol(settings.maxTokensField());
            case ANTHROPIC -> new AnthropicProtocol();
        };
    }

    /** Returns the path that follows the base URL of the endpoint, for example {@code /chat/completions}. */
    String path();

    /** Adds the provider's headers to a request. Adds no header for the API key if the key is null. */
    void addHeaders(HttpRequest.Builder request, String apiKey);

    /**
     * Returns the body of a request to the model, as JSON.
     *
     * @param model name of the model
     * @param maxTokens maximum tokens of the answer
     */
    JsonBody body(ChatRequest request, String model, int maxTokens);

    /** Reads the body of a response. Throws a {@code Problem} if the body is not JSON of this protocol. */
    ChatAnswer read(byte[] body);
}
