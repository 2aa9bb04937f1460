package dev.coppice.context;

/**
 * A prompt that was just made.
 *
 * @param changes fingerprint of what had been changed before its blocks were read
 */
record Rendering(String prompt, long changes) {}
