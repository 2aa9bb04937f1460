package dev.coppice.llm;

import dev.coppice.json.JsonBody;
import java.net.http.HttpRequest;

/** The HTTP protocol of a model provider: writes requests and reads answers. Immutable. */
sealed interface ChatProtocol permits OpenAiProtocol, AnthropicProtocol {
    static ChatProtocol of(LlmSettings settings) {
        return switch (settings.provider()) {
            case OPENAI -> new OpenAiProtocol(settings.maxTokensField());
            case ANTHROPIC -> new AnthropicProtocol();
        };
    }

    /** The path that is appended to the base URL. */
    String path();

    /** Adds the provider's headers; no key when it is null. */
    void addHeaders(HttpRequest.Builder request, String apiKey);

    /** The request body. */
    JsonBody body(ChatRequest request, String model, int maxTokens);

    /** Reads the body of an answer; throws a {@code Problem} when it is not JSON of this protocol. */
    ChatAnswer read(byte[] body);
}
