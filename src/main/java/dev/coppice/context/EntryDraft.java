package dev.coppice.context;

/**
 * An entry as the model writes it. The model names the entry by its key or by a title, or leaves the name to
 * {@link NamedEntries}.
 *
 * @param key the key; null or blank to use the title
 * @param title the title; null or blank for none
 * @param description the description; null or blank for none
 * @param content the content
 */
public record EntryDraft(String key, String title, String description, String content) {}
