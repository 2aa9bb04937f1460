package dev.coppice.llm;

import dev.coppice.llm.LlmSettings.Provider;
import dev.coppice.support.ModelEndpoint;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Models, settings and requests for tests. */
final class Models {
    static final String SECRET_TEXT = "canary-text-31c7";

    /** Timeout for calls that get an answer: far more than an answer takes on a busy machine. */
    static final Duration PATIENT = Duration.ofSeconds(30);

    /** Timeout for calls that get no answer: enough for the endpoint to receive the request. */
    static final Duration IMPATIENT = Duration.ofSeconds(4);

    static final ChatModel.Waits SHORT_WAITS = new ChatModel.Waits(Duration.ofMillis(20), Duration.ofMillis(200));

    static final int MAX_BYTES = 100_000;

    private Models() {}

    static LlmSettings settings(Provider provider, URI baseUrl) {
        return settings(provider, baseUrl, ModelEndpoint.KEY, PATIENT);
    }

    static LlmSettings settings(Provider provider, URI baseUrl, String key, Duration time) {
        return new LlmSettings(
                provider,
                baseUrl,
                "default-model",
                key,
                "max_tokens",
                Duration.ofSeconds(20),
                time,
                time,
                3,
                1000,
                MAX_BYTES,
                10_000);
    }

    static ChatRequest request() {
        return new ChatRequest("Be brief.", List.of(ChatMessage.user(SECRET_TEXT)), 500, null);
    }
}
