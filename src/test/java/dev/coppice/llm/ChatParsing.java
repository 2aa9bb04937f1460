package dev.coppice.llm;

import dev.coppice.fuzz.Refusals;

/** Reads answers of model endpoints, for fuzzing. */
public final class ChatParsing {
    private ChatParsing() {}

    /** Reads an answer in each protocol. */
    public static void parse(byte[] body) {
        Refusals.each(() -> new OpenAiProtocol("max_tokens").read(body), () -> new AnthropicProtocol().read(body));
    }
}
