package dev.coppice.context;

/**
 * A system prompt that was rendered from a session's blocks and is not stored yet.
 *
 * @param session the session's database id; by the time the prompt is stored, another session may have the name
 * @param tokens number of tokens of the prompt
 * @param fingerprint fingerprint of the change counters when it was rendered
 * @param cached false when the agent wants the prompt rendered for each request
 */
public record RenderedPrompt(long session, String prompt, int tokens, long fingerprint, boolean cached) {}
