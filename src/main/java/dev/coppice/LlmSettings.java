package dev.coppice;

import java.net.URI;
import java.time.Duration;

/**
 * Which chat model is called, and with what patience. Only whoever runs the server says where it is: an address that came
 * from an agent would let its author knock at the doors of the server's own network.
 *
 * @param baseUrl what stands before {@code /chat/completions} or {@code /messages}, or null when there is no model
 * @param model asked where a request names none, or null
 * @param apiKey or null for an endpoint that wants none
 * @param maxTokensField the name that an OpenAI-compatible endpoint has for the tokens of an answer
 * @param timeout of one request, to the last byte of its answer
 * @param totalTimeout of a call with all its repetitions and the pauses between them
 * @param tries requests of a call, the first one included
 * @param maxTokens of an answer
 * @param maxAnswerBytes beyond which an answer is no longer read
 * @param maxInputChars of a conversation that is shown to the model
 */
public record LlmSettings(
        Provider provider,
        URI baseUrl,
        String model,
        String apiKey,
        String maxTokensField,
        Duration connectTimeout,
        Duration timeout,
        Duration totalTimeout,
        int tries,
        int maxTokens,
        int maxAnswerBytes,
        int maxInputChars) {
    /** Whose protocol the endpoint speaks. */
    public enum Provider {
        OPENAI,
        ANTHROPIC;

        private static Provider of(String word) {
            return switch (word) {
                case "openai" -> OPENAI;
                case "anthropic" -> ANTHROPIC;
                default -> throw new IllegalArgumentException("coppice.llm.provider must be openai or anthropic");
            };
        }
    }

    public LlmSettings {
        // Neither is said again in a message: an address may hold a password, and the key is one.
        if (baseUrl != null && !isPlain(baseUrl)) {
            throw noAddress();
        }
        if (apiKey != null && !apiKey.matches("[!-~]+")) {
            throw new IllegalArgumentException(
                    "coppice.llm.api-key must be printable ASCII without spaces, and so must its file");
        }
        if (!maxTokensField.matches("\\w+")) {
            throw new IllegalArgumentException("coppice.llm.max-tokens-field must be a name such as max_tokens");
        }
    }

    /** All of it is optional: without an address there is no model, and nothing leaves the server. */
    static LlmSettings of(SettingsReader in) {
        var baseUrl = address(in.text("coppice.llm.base-url", null));
        return new LlmSettings(
                Provider.of(in.text("coppice.llm.provider", "openai")),
                baseUrl,
                in.text("coppice.llm.model", null),
                // Absent for models of one's own, which often want none.
                in.text("coppice.llm.api-key", in.content("coppice.llm.api-key-file")),
                in.text("coppice.llm.max-tokens-field", maxTokensField(baseUrl)),
                in.duration("coppice.llm.connect-timeout", "PT5S"),
                // A long summary at the pace of a slow model; reading a long conversation before it included.
                in.duration("coppice.llm.timeout", "PT2M"),
                // Two pauses that a busy endpoint asks for, and an answer.
                in.duration("coppice.llm.total-timeout", "PT4M"),
                // Each may cost money, and an endpoint that has failed three times is down.
                in.number("coppice.llm.tries", 3, 1, 10),
                // Every model in use can write as much; a longer summary would be no summary.
                in.number("coppice.llm.max-tokens", 4096, 256, 1_000_000),
                // Far more than an answer of that many tokens has, and nothing that hurts.
                in.number("coppice.llm.max-answer-bytes", 1 << 20, 1 << 10, 64 << 20),
                // About 100,000 tokens, which leaves room for the answer in a window of 128,000.
                in.number("coppice.llm.max-input-chars", 400_000, 4_000, 100_000_000));
    }

    /** OpenAI's own newer models refuse the old name, most of the others know no new one. */
    private static String maxTokensField(URI baseUrl) {
        return baseUrl != null && "api.openai.com".equals(baseUrl.getHost()) ? "max_completion_tokens" : "max_tokens";
    }

    /** An address as it is configured, with or without a slash at the end. */
    private static URI address(String text) {
        try {
            return text == null ? null : URI.create(text.replaceFirst("/+$", ""));
        } catch (IllegalArgumentException e) {
            throw noAddress();
        }
    }

    private static boolean isPlain(URI url) {
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        return http
                && url.getHost() != null
                && url.getRawUserInfo() == null
                && url.getRawQuery() == null
                && url.getRawFragment() == null;
    }

    private static IllegalArgumentException noAddress() {
        return new IllegalArgumentException("coppice.llm.base-url must be a URL such as https://models.example/v1,"
                + " without a user, a query or a fragment");
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "LlmSettings[" + provider + ", " + baseUrl + ", " + model + "]";
    }
}
