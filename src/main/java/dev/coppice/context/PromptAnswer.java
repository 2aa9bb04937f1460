package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * The system prompt of a session, as returned in JSON.
 *
 * @param prompt the frozen prompt; for an agent with {@code cachedPrompt: false}, a prompt rendered for this request
 * @param stale true if a block is known to differ from the frozen prompt, except blocks with
 *     {@code whenChanged: silent}; see {@link Prompts#freeze} for what is compared
 * @param reminder the sections that have changed since the prompt was frozen, to be sent to the model after the prompt;
 *     empty if no section has changed, null if the request did not ask for it
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
