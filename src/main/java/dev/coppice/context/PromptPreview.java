package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * The system prompt that a refresh would store now, beside the frozen one, as returned in JSON.
 *
 * @param prompt the prompt rendered from the current blocks
 * @param frozen the frozen prompt; null if none was frozen yet, or if the agent has {@code cachedPrompt: false}
 * @param stale true if a block differs from the frozen prompt, except blocks with {@code whenChanged: silent}
 */
public record PromptPreview(String prompt, String frozen, boolean stale) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("prompt", prompt);
        out.writeBooleanField("stale", stale);
        out.writeStringField("frozen", frozen);
        out.writeEndObject();
    }
}
