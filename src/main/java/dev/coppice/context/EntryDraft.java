package dev.coppice.context;

/**
 * A block entry as the model writes it. The model gives a key, a title, or neither. From these, {@link NamedEntries}
 * finds the entry to replace, or the key of a new entry.
 *
 * @param key the key; null or blank to use the title
 * @param title the title; null or blank for none
 * @param description the description. If it is null or blank, the title becomes the description. Exception: if the
 *     draft has a key, and the stored entry has a description, the entry keeps its description
 * @param content the content
 */
public record EntryDraft(String key, String title, String description, String content) {}
