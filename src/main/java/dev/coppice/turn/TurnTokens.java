package dev.coppice.turn;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * What a turn costs.
 *
 * @param history of the messages as they are given
 * @param prompt of the system prompt and the reminder
 * @param tools of what the model is told of its tools
 */
public record TurnTokens(long history, long prompt, long tools) implements JsonBody {
    /** All of it together. */
    public long total() {
        return history + prompt + tools;
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("history", history);
        out.writeNumberField("prompt", prompt);
        out.writeNumberField("tools", tools);
        out.writeNumberField("total", total());
        out.writeEndObject();
    }
}
