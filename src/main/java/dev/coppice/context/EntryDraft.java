package dev.coppice.context;

/**
 * An entry as the model writes it, without a key: {@link EntryKeys} derives the key from title or content.
 *
 * @param title or null
 * @param description or null to use the title
 */
public record EntryDraft(String title, String description, String content) {}
