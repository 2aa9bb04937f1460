package dev.coppice.format;

/**
 * A skill that the model has loaded with a tool call, so that the skill's text is in the session's history.
 *
 * @param label label of the context block that contains the skill
 * @param key the name by which the model loaded the skill: the key of the skill, or its title
 */
public record LoadedSkill(String label, String key) {}
