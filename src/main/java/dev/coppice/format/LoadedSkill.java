package dev.coppice.format;

/** A document of a skill block that is loaded in a session's history. */
public record LoadedSkill(String label, String key) {}
