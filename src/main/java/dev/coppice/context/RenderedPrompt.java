package dev.coppice.context;

/**
 * A system prompt that was rendered from a session's blocks and is not stored yet.
 *
 * @param session the session's database id. The name is not enough, because the session may be deleted and its name
 *     reused before the prompt is stored.
 * @param agent name of the agent that the session had when the prompt was rendered, or null
 * @param prompt the text of the prompt
 * @param tokens number of tokens of the prompt
 * @param fingerprint fingerprint of the counters of changes, read before the prompt was rendered; see
 *     {@link PromptState}
 * @param cached false if the agent has {@code cachedPrompt: false}: then the prompt is rendered for each request and
 *     not stored
 */
public record RenderedPrompt(long session, String agent, String prompt, int tokens, long fingerprint, boolean cached) {}
