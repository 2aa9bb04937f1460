package dev.coppice.format;

/** A document of a skill block that has been loaded into a session's history. */
public record LoadedSkill(String label, String key) {}
