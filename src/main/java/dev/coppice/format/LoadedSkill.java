package dev.coppice.format;

/** A document of a skill block whose text stands in a session's history. */
public record LoadedSkill(String label, String key) {}
