package dev.coppice.llm;

import dev.coppice.json.JsonBody;
import java.net.http.HttpRequest;

/** How a provider wants to be asked, and how it answers. Safe for threads. */
sealed interface Dialect permits OpenAiDialect, AnthropicDialect {
    static Dialect of(LlmSettings settings) {
        return switch (settings.provider()) {
            case OPENAI -> new OpenAiDialect(settings.maxTokensField());
            case ANTHROPIC -> new AnthropicDialect();
        };
    }

    /** What stands behind the base URL. */
    String path();

    /** Adds the provider's own headers. */
    void head(HttpRequest.Builder request, String apiKey);

    JsonBody body(ChatRequest request, String model, int maxTokens);

    /** Reads an answer; throws a {@code Problem} when it is no JSON, or not of this shape. */
    ChatAnswer read(byte[] body);
}
