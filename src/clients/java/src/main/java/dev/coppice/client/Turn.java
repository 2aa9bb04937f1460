package dev.coppice.client;

import java.util.List;

/**
 * All that the next call of a model needs. The values belong to one state of the session. Messages and tools are JSON
 * that the model's provider accepts, in the format of the query.
 *
 * @param leafId id of the session's leaf (its latest message); null if the session has no message
 * @param version version of the session
 * @param format the format of messages and tools
 * @param system the stored system prompt; an empty text if there is none
 * @param reminder the blocks of the system prompt that have changed since it was rendered, to be sent after the prompt;
 *     null if no block has changed
 * @param messages the messages, each as JSON; for the format {@code openai-responses}, the items of {@code input}
 * @param tools the session's tools, each as JSON
 * @param summary the summary of the whole session that the server keeps up to date; null if there is none
 * @param profile the user's profile as a JSON object; null if there is none
 * @param metadata the session's metadata as a JSON object
 * @param tokens estimated tokens of messages, prompt and tools together
 * @param pathLength number of messages on the whole path to the leaf, even if {@code messages} contains only a part of
 *     them
 * @param truncated true if older messages were left out
 * @param diagnostics JSON objects that say which messages were repaired or could not be converted
 */
public record Turn(
        String leafId,
        long version,
        String format,
        String system,
        String reminder,
        List<String> messages,
        List<String> tools,
        String summary,
        String profile,
        String metadata,
        long tokens,
        long pathLength,
        boolean truncated,
        List<String> diagnostics) {

    static Turn of(Json json) {
        return new Turn(
                json.string("leafId"),
                json.count("version"),
                json.string("format"),
                json.string("system"),
                json.string("reminder"),
                json.elements(json.raw("input") == null ? "messages" : "input"),
                json.elements("tools"),
                json.string("summary"),
                json.raw("profile"),
                json.raw("metadata"),
                json.object("tokens", tokens -> tokens).count("total"),
                json.count("pathLength"),
                json.flag("truncated"),
                json.elements("diagnostics"));
    }
}
