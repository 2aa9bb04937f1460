package dev.coppice.format;

/**
 * A skill that the model has loaded with a tool call, so that its text is in the session's history.
 *
 * @param label label of the context block that contains the skill
 * @param key the name by which the model loaded it: its key, or its title
 */
public record LoadedSkill(String label, String key) {}
