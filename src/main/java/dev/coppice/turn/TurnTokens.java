package dev.coppice.turn;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * Numbers of tokens of a turn (the input of one model call), by its parts.
 *
 * @param history tokens of the messages in the format of the turn
 * @param prompt tokens of the system prompt and the reminder together
 * @param tools tokens of the tool declarations as JSON; 0 without tools
 */
public record TurnTokens(long history, long prompt, long tools) implements JsonBody {
    /** Returns the tokens of history, prompt and tools together. */
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
