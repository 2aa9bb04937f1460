package dev.coppice.context;

/**
 * An entry that the model writes without a key; {@link EntryKeys} derives the key from title or content.
 *
 * @param title the title, or null
 * @param description the description; null to use the title
 * @param content the content
 */
public record EntryDraft(String title, String description, String content) {}
