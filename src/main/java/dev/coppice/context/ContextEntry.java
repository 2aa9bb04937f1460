package dev.coppice.context;

/**
 * A skill, or an entry that can be searched.
 *
 * @param key that no other entry of its block has
 * @param title or null
 * @param description or null
 * @param content null in listings
 */
public record ContextEntry(String key, String title, String description, String content) {}
