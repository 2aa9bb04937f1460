package dev.coppice.context;

/**
 * A system prompt that was rendered from a session's blocks and is not stored yet.
 *
 * @param session the session's database id; a later session with the same name has another id
 * @param agent name of the agent that the session had when the prompt was rendered, or null
 * @param prompt the text of the prompt
 * @param tokens number of tokens of the prompt
 * @param fingerprint the value of {@link PromptState#fingerprint} when the prompt was rendered; if the current value
 *     differs, blocks may have changed since
 * @param began time at which the rendering began, in milliseconds since the epoch; the blocks were read after it
 * @param cached false if the agent has {@code cachedPrompt: false}: such a prompt is rendered for each request and
 *     never stored
 */
public record RenderedPrompt(
        long session, String agent, String prompt, int tokens, long fingerprint, long began, boolean cached) {}
