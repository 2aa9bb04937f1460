package dev.coppice.context;

/**
 * A prompt as it was made of a session's blocks.
 *
 * @param session its number: another one may have its name by the time the prompt is kept
 * @param tokens of the prompt
 * @param changes fingerprint of what had been changed until then
 * @param cached false when it is made anew whenever it is asked for
 */
public record RenderedPrompt(long session, String prompt, int tokens, long changes, boolean cached) {}
