package dev.coppice;

/**
 * How much a model is given at once.
 *
 * @param maxBytes that the messages of a turn may have together, as they are stored; older ones are left out
 */
public record TurnSettings(int maxBytes) {}
