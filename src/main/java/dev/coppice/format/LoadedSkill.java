package dev.coppice.format;

/**
 * A skill that the model has loaded: a document of a skill block whose text is in the session's history.
 *
 * @param label label of the block
 * @param key the name by which the model loaded it: its key, or its title
 */
public record LoadedSkill(String label, String key) {}
