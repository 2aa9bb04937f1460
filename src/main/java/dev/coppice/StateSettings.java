package dev.coppice;

/**
 * How much a session may keep beside its messages.
 *
 * @param maxBytes of a single value, of an item of a list, of the state object, and of a run's checkpoint
 * @param maxItems of a list
 * @param maxValues keys of a session
 */
public record StateSettings(int maxBytes, int maxItems, int maxValues) {}
