package dev.coppice.llm;

import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.net.http.HttpRequest;

/** Anthropic's messages. */
record AnthropicDialect() implements Dialect {
    private static final String VERSION = "2023-06-01";

    @Override
    public String path() {
        return "/messages";
    }

    @Override
    public void head(HttpRequest.Builder request, String apiKey) {
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
                OpenAiDialect.message(out, message.role(), message.text());
            }
            out.writeEndArray();
            out.writeEndObject();
        };
    }

    @Override
    public ChatAnswer read(byte[] body) {
        var in = JsonInput.of(body);
        var text = new StringBuilder();
        var cutOff = new boolean[1];
        in.document(member -> {
            switch (member) {
                case "content" -> ChatAnswer.texts(in, text);
                case "stop_reason" -> cutOff[0] = in.json().equals("max_tokens");
                default -> in.skip();
            }
        });
        return new ChatAnswer(text.toString(), cutOff[0]);
    }
}
