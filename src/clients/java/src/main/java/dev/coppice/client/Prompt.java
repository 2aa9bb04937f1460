package dev.coppice.client;

/**
 * The frozen system prompt of a session.
 *
 * @param text the rendered blocks
 * @param stale whether blocks have changed since it was rendered
 */
public record Prompt(String text, boolean stale) {

    static Prompt of(Json json) {
        return new Prompt(json.string("prompt"), json.flag("stale"));
    }
}
