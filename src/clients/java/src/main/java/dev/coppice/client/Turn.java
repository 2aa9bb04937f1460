package dev.coppice.client;

import java.util.List;

/**
 * Everything for the next model call, as one snapshot. Messages and tools are JSON in the requested format, valid input
 * for the provider.
 *
 * @param leafId null if the session has no message
 * @param version version of the session
 * @param system the frozen system prompt; empty if there is none
 * @param reminder the blocks that have changed since, to be placed after the prompt; null if there are none
 * @param messages messages, or items of {@code openai-responses}
 * @param tools the tools of the session
 * @param summary the running summary; null if there is none
 * @param profile the user's profile, an object; null if there is none
 * @param metadata an object
 * @param tokens estimated tokens of history, prompt and tools together
 * @param pathLength number of messages from root to leaf, regardless of the window
 * @param truncated whether older messages were left out
 * @param diagnostics objects that say what was repaired or could not be converted
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
