package dev.coppice.client;

/**
 * The system prompt of a session, as the server has rendered and stored it. It stays the same until it is refreshed.
 *
 * @param text the prompt
 * @param stale true if context blocks have changed since the prompt was rendered
 */
public record Prompt(String text, boolean stale) {

    static Prompt of(Json json) {
        return new Prompt(json.string("prompt"), json.flag("stale"));
    }
}
