package dev.coppice.format;

/**
 * A document of a skill block that is loaded in a session's history.
 *
 * @param label label of the block
 * @param key the name by which the model loaded it: its key, or its title
 */
public record LoadedSkill(String label, String key) {}
