package dev.coppice.llm;

import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.net.http.HttpRequest;

/** HTTP protocol of Anthropic's Messages API. */
record AnthropicProtocol() implements ChatProtocol {
    private static final String VERSION = "2023-06-01";

    @Override
    public String path() {
        return "/messages";
    }

    @Override
    public void addHeaders(HttpRequest.Builder request, String apiKey) {
        request.header("anthropic-version", VERSION);
        if (apiKey != null) {
            request.header("x-api-key", apiKey);
        }
    }

    @Override
    public JsonBody body(ChatRequest request, String model, int maxTokens) {
        return out -> {
            out.writeStartObject();
            out.writeStringField("model", model);
            out.writeNumberField("max_tokens", maxTokens);
            out.writeStringField("system", request.system());
            out.writeArrayFieldStart("messages");
            for (var message : request.messages()) {
                OpenAiProtocol.writeMessage(out, message.role(), message.text());
            }
            out.writeEndArray();
            out.writeEndObject();
        };
    }

    @Override
    public ChatAnswer read(byte[] body) {
        return new Reader().read(JsonInput.of(body));
    }

    private static final class Reader {
        private final StringBuilder text = new StringBuilder();
        private boolean truncated;
        private ChatUsage usage = ChatUsage.NONE;

        ChatAnswer read(JsonInput in) {
            in.document(member -> {
                switch (member) {
                    case "content" -> ChatAnswer.readTexts(in, text);
                    case "stop_reason" -> truncated = in.json().equals("max_tokens");
                    case "usage" -> usage = ChatUsage.read(in, "input_tokens", "output_tokens");
                    default -> in.skip();
                }
            });
            return new ChatAnswer(text.toString(), truncated, usage);
        }
    }
}
