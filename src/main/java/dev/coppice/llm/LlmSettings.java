package dev.coppice.llm;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;

/**
 * Settings of the chat model: its endpoint, timeouts and limits. The endpoint's address is a setting of the server. If
 * it were a setting of an agent, the agent's author could make the server send requests into the server's own network.
 *
 * @param provider protocol of the endpoint
 * @param baseUrl URL before {@code /chat/completions} or {@code /messages}, or null if there is no model
 * @param model name of the model for requests that name none, or null
 * @param apiKey API key, or null for an endpoint that needs none
 * @param maxTokensField name of the request field that limits the tokens of an answer, for an OpenAI-compatible
 *     endpoint
 * @param connectTimeout maximum time to establish a connection
 * @param timeout maximum time of one request, until the last byte of its response
 * @param totalTimeout maximum time of a model call, including retries and the delays between them
 * @param tries maximum number of requests per model call, including the first
 * @param maxTokens maximum number of tokens of an answer
 * @param maxAnswerBytes maximum bytes of an answer; a model call with a longer answer fails
 * @param maxInputChars maximum number of characters of a conversation in a prompt
 */
@SettingsGroup
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

    /** The HTTP protocol of the model endpoint. */
    public enum Provider {
        OPENAI,
        ANTHROPIC;

        private static Provider of(String name) {
            return switch (name) {
                case "openai" -> OPENAI;
                case "anthropic" -> ANTHROPIC;
                default -> throw new IllegalArgumentException("coppice.llm.provider must be openai or anthropic");
            };
        }
    }

    public LlmSettings {
        // The exception must not contain a value: the address may contain a password, and the API key is secret.
        if (baseUrl != null && !isPlain(baseUrl)) {
            throw invalidAddress();
        }
        if (apiKey != null && !apiKey.matches("[!-~]+")) {
            throw new IllegalArgumentException(
                    "coppice.llm.api-key, or its file, must be printable ASCII without spaces");
        }
        if (!maxTokensField.matches("\\w+")) {
            throw new IllegalArgumentException("coppice.llm.max-tokens-field must be a name such as max_tokens");
        }
    }

    /**
     * Reads the settings, which are all optional. Without a base URL there is no model, and no data is sent to another
     * server.
     */
    @Inject
    public LlmSettings(SettingsReader in) {
        this(
                in,
                address(in.text(
                        "coppice.llm.base-url",
                        null,
                        "URL of the model's endpoint, before `/chat/completions` or `/messages`. Without it there is no"
                                + " model, and nothing leaves the server.")));
    }

    private LlmSettings(SettingsReader in, URI baseUrl) {
        this(
                Provider.of(in.text(
                        "coppice.llm.provider", "openai", "Protocol of the endpoint: `openai` or `anthropic`.")),
                baseUrl,
                in.text("coppice.llm.model", null, "The model where neither session nor agent names one."),
                in.secret(
                        "coppice.llm.api-key",
                        in.fileContent("coppice.llm.api-key-file", "File with the API key, as orchestrators mount it."),
                        "API key of the endpoint. Models that you run yourself often need none."),
                in.text(
                        "coppice.llm.max-tokens-field",
                        maxTokensField(baseUrl),
                        "Name of the field that limits an answer's tokens. The default for `api.openai.com` is"
                                + " `max_completion_tokens`, which its newer models need and most others do not know."),
                in.duration("coppice.llm.connect-timeout", "PT5S", "Timeout of a connection to the endpoint."),
                in.duration(
                        "coppice.llm.timeout",
                        "PT2M",
                        "Timeout of one request, to the last byte of its answer. A slow model needs as long to read a"
                                + " long conversation and write a long summary."),
                in.duration(
                        "coppice.llm.total-timeout",
                        "PT4M",
                        "Timeout of a call with its retries and the pauses between them."),
                in.number(
                        "coppice.llm.tries",
                        3,
                        1,
                        10,
                        "Requests of a call, the first one included. Each may cost money, and an endpoint that has"
                                + " failed three times is down."),
                in.number(
                        "coppice.llm.max-tokens",
                        4096,
                        256,
                        1_000_000,
                        "Tokens of an answer, thinking included; an answer that the limit cuts off counts as a failure."
                                + " All current models can write that much."),
                in.number(
                        "coppice.llm.max-answer-bytes",
                        1 << 20,
                        1 << 10,
                        64 << 20,
                        "Largest answer that is read, far above `coppice.llm.max-tokens`."),
                in.number(
                        "coppice.llm.max-input-chars",
                        400_000,
                        4_000,
                        100_000_000,
                        "Characters of a conversation in a prompt; above it the longest messages lose their middles."
                                + " That is about 100,000 tokens, which leaves room for the answer in a window of"
                                + " 128,000."));
    }

    private static String maxTokensField(URI baseUrl) {
        return baseUrl != null && "api.openai.com".equals(baseUrl.getHost()) ? "max_completion_tokens" : "max_tokens";
    }

    /**
     * Parses the base URL of the endpoint and removes slashes at its end. Returns null if the text is null. Throws an
     * {@code IllegalArgumentException} if it is not a URI.
     */
    private static URI address(String text) {
        try {
            return text == null ? null : URI.create(text.replaceFirst("/+$", ""));
        } catch (IllegalArgumentException e) {
            throw invalidAddress();
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

    private static IllegalArgumentException invalidAddress() {
        return new IllegalArgumentException("coppice.llm.base-url must be a URL such as https://models.example/v1,"
                + " without a user, a query or a fragment");
    }

    /** Describes the settings without the API key, for logs. */
    @Override
    public String toString() {
        return "LlmSettings[" + provider + ", " + baseUrl + ", " + model + "]";
    }
}
