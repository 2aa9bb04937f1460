package dev.coppice.llm;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.io.IOException;
import java.net.http.HttpRequest;

/**
 * HTTP protocol of OpenAI's chat completions API, which most endpoints of other providers also support.
 *
 * @param maxTokensField name of the request member that limits the tokens of an answer
 */
record OpenAiProtocol(String maxTokensField) implements ChatProtocol {
    @Override
    public String path() {
        return "/chat/completions";
    }

    @Override
    public void addHeaders(HttpRequest.Builder request, String apiKey) {
        if (apiKey != null) {
            request.header("Authorization", "Bearer " + apiKey);
        }
    }

    @Override
    public JsonBody body(ChatRequest request, String model, int maxTokens) {
        return out -> {
            out.writeStartObject();
            out.writeStringField("model", model);
            out.writeNumberField(maxTokensField, maxTokens);
            out.writeArrayFieldStart("messages");
            writeMessage(out, "system", request.system());
            for (var message : request.messages()) {
                writeMessage(out, message.role(), message.text());
            }
            out.writeEndArray();
            out.writeEndObject();
        };
    }

    static void writeMessage(JsonGenerator out, String role, String text) throws IOException {
        out.writeStartObject();
        out.writeStringField("role", role);
        out.writeStringField("content", text);
        out.writeEndObject();
    }

    @Override
    public ChatAnswer read(byte[] body) {
        return new Reader(JsonInput.of(body)).read();
    }

    private static final class Reader {
        private final JsonInput in;
        private final StringBuilder text = new StringBuilder();
        private boolean truncated;
        private ChatUsage usage = ChatUsage.NONE;
        private int choices;

        Reader(JsonInput in) {
            this.in = in;
        }

        ChatAnswer read() {
            in.document(member -> {
                switch (member) {
                    case "choices" -> in.array(this::choice);
                    case "usage" -> usage = ChatUsage.read(in, "prompt_tokens", "completion_tokens");
                    default -> in.skip();
                }
            });
            return new ChatAnswer(text.toString(), truncated, usage);
        }

        /**
         * Reads one item of the array of choices in a response. Skips all items but the first, because only one was
         * requested.
         */
        private void choice() {
            if (choices++ > 0) {
                in.skip();
                return;
            }
            in.object(member -> {
                switch (member) {
                    case "finish_reason" -> truncated = in.json().equals("length");
                    case "message" -> in.object(this::message);
                    default -> in.skip();
                }
            });
        }

        private void message(String member) {
            if (!member.equals("content")) {
                in.skip();
            } else if (in.atArray()) {
                ChatAnswer.readTexts(in, text);
            } else if (!in.isNull()) {
                text.append(in.string());
            }
        }
    }
}
