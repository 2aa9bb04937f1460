package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * The system prompt of a session in JSON.
 *
 * @param stale true when the blocks would now be rendered differently
 * @param reminder the sections that have changed since, to be sent after the prompt; null when not requested
 */
public record PromptAnswer(String prompt, boolean stale, String reminder) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("prompt", prompt);
        out.writeBooleanField("stale", stale);
        if (reminder != null) {
            out.writeStringField("reminder", reminder);
        }
        out.writeEndObject();
    }
}
